"""Make docs/endorsement.md from `page.md` and the recorded results."""

from typing import Any

from swisspair.swisscheck.other_program import Aspect
from tests.evidence.endorsement.comparison import DIRECTIONS, RESULTS, load, nothing
from tests.places import ROOT

PAGE = ROOT / "docs" / "endorsement.md"
SHOWN = 12
"""The maximum number of differences of one kind on the page."""

TEMPLATE = RESULTS.with_name("page.md")


def page(results: dict[str, dict[str, Any]]) -> str:
    rows = "\n".join(_row(one.name, one.target, results.get(one.name, nothing())) for one in DIRECTIONS)
    reached = all(results.get(one.name, nothing())["events"] >= one.target for one in DIRECTIONS)
    state = (
        "All targets have been reached, as this table shows:"
        if reached
        else "**The comparison is unfinished.** The second column of this table shows its progress:"
    )
    sections = [_differences(one.name, results[one.name]) for one in DIRECTIONS if one.name in results]
    found = "\n".join(section for section in sections if section)
    template = TEMPLATE.read_text(encoding="utf-8")
    return template.format(state=state, rows=rows, found=found or "No differences.")


def _row(name: str, target: int, result: dict[str, Any]) -> str:
    apart = [one for one in result["differences"] if one["kind"] == "board order"]
    places = {(one["event"], one["round"]) for one in result["differences"] if one["kind"] != "board order"}
    spread = f" ({result['least']} to {result['most']})" if result["events"] else ""
    rounds = f"{result['rounds']:,}{spread}"
    return f"| {name} | {result['events']:,} | {target:,} | {rounds} | {len(places):,} | {len(apart):,} |"


def _differences(name: str, result: dict[str, Any]) -> str:
    kinds: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for one in result["differences"]:
        why = one["why"] if one["kind"] == "board order" else ""
        kinds.setdefault((one["kind"], why), []).append(one)
    return "\n".join(
        _section(f"{kind}, {len(found):,} times: {name}", why, found) for (kind, why), found in kinds.items()
    )


def _section(title: str, why: str, found: list[dict[str, Any]]) -> str:
    lines = [f"## {title}", "", *([f"All these differences have the same reason: {why}.", ""] if why else [])]
    for one in found[:SHOWN]:
        reason = f". {one['why']}" if one["why"] and not why else ""
        words = f'message: "{one["words"]}"' if one["kind"] == Aspect.NO_ANSWER.value else one["words"]
        lines.append(f"- seed {one['event']}, round {one['round']}: {words}{reason}")
    if len(found) > SHOWN:
        lines.append(f"- {len(found) - SHOWN:,} more are in `tests/evidence/endorsement/results.json`")
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(load(RESULTS)), encoding="utf-8")
