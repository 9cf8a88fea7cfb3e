"""The page of the proof: what was compared with what, how many, how many differ, and what was not done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pairing_engine.systems import SYSTEMS
from tests.evidence.golden.recorded import known_divergences
from tests.evidence.tally import KNOWN
from tests.proof.parts import PARTS, Part

TEXT = """# May I trust it?

This page says what was compared with what at commit `{commit}`. `make proof` wrote it. Each part can be repeated alone
with `make proof PART=name`. The files beside this page have all figures, seeds, versions and outputs.

**{proved} of {parts} parts are proved. {unexplained}** {known:,} recorded rounds are known to differ, and
`fixtures/known_divergences.toml` gives the reason for each.

{table}

## Editions

The numbers of rounds, positions, answers or sentences that were compared for each edition:

{editions}

## What was not done

{not_done}

`docs/verification.md` explains each comparison, and its limits.
"""


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines])


def text(results: Mapping[Part, Mapping[str, Any]], commit: str) -> str:
    """Return the page about the parts that have been run."""
    proved = {part: found for part, found in results.items() if found["state"] == "proved"}
    rows = [
        [
            part.name,
            part.about,
            f"{found['count']:,} {part.counts}",
            f"{found['differences']:,}",
            f"{found['seconds'] / 60:.0f} min",
            found["commit"][:8],
        ]
        for part, found in proved.items()
    ]
    differ = sum(found["differences"] for part, found in proved.items() if not part.may_differ)
    failed = [f"- **{part.name}**: {found['why']}" for part, found in results.items() if part not in proved]
    missing = [f"- **{part.name}**: not run yet" for part in PARTS if part not in results]
    samples = [f"- **{part.name}**: only a sample" for part, found in proved.items() if found["quick"]]
    skipped = [f"- **{part.name}**: {why}" for part, found in proved.items() for why in found.get("skipped", ())]
    return TEXT.format(
        commit=commit,
        proved=len(proved),
        parts=len(PARTS),
        unexplained="No difference is unexplained." if not differ else f"{differ:,} differences are unexplained.",
        known=len(known_divergences()),
        table=table(["part", "compared", "number", "differences", "time", "at"], rows),
        editions=_editions(proved),
        not_done="\n".join([*failed, *missing, *samples, *skipped]) or "Everything was done.",
    )


SHOWN = ("golden", "transcriptions", "oracles", "campaign", "exhaustive", "saturation", "explanations")
"""The kinds of figures that are about editions, in the order of their columns; sentences come last."""


def _editions(proved: Mapping[Part, Mapping[str, Any]]) -> str:
    counts: Counter[tuple[str, str]] = Counter()
    kinds = (*SHOWN, "sentences")
    for found in proved.values():
        for kind, entries in found["figures"].items():
            for subject, entry in entries.items():
                for edition in _NAMES:
                    if edition in subject:
                        counts[edition, kind] += entry["count"] - entry["details"].get(KNOWN, 0)
    rows = [[edition, *(f"{counts[edition, kind]:,}" if counts[edition, kind] else "–" for kind in kinds)]
            for edition in _NAMES]  # fmt: skip
    return table(["edition", *kinds], rows)


_NAMES = [f"{system}/{edition}" for system, editions in SYSTEMS.items() for edition in reversed(list(editions))]
