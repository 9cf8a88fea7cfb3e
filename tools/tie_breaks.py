"""Make docs/tie-breaks.md from the declared tie-breaks (`make tie-breaks`)."""

from __future__ import annotations

from pathlib import Path

from pairing_engine.standings.listing import page

if __name__ == "__main__":
    (Path(__file__).parents[1] / "docs" / "tie-breaks.md").write_text(page(), encoding="utf-8")
