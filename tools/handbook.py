"""The pages of the site that go through a system article by article, each with its smallest example as a drawing."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from pairing_engine.facts.model import show_points
from pairing_engine.state.history import state_before
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System
from swisspair.examples import Example, Pairs, examples, shown_pairs
from swisspair.page.rules import Rules, handbook_anchor

ROOT = Path(__file__).parent.parent
_READING = re.compile(r"^\*\*([A-Z]\d+)\. (.+?)\*\*", re.MULTILINE | re.DOTALL)
INTRODUCTION = (
    "{chapter}, article by article, in our own words. The drawing shows the smallest event that we know in which the "
    "article decides a round: lines are the right pairs, and dashed lines are the pairs that the rules would give "
    "without the article, or with it misread."
)
ROW, WIDTH = 26, 420

ARGUED = tomllib.loads((ROOT / "fixtures" / "articles" / "arguments.toml").read_text(encoding="utf-8"))["argued"]
CONFORMANCE = ROOT / "docs" / "conformance.md"
PART = re.compile(r"(?<=## Articles with and without an example\n\n).*?(?=\n## )", re.DOTALL)
"""The part of docs/conformance.md that `covered` writes."""

SENTENCES: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
LAST_ROUND = "some articles make exceptions for the last round"

BY_A_TABLE = "round-robin"
"""The system in which a table gives every pair, so that no article decides anything."""


class Article(NamedTuple):
    """An article of a system: its number, a criterion's code, our sentence, and the function that says it."""

    number: str
    code: str
    words: str
    function: str


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the Markdown of the page of each edition."""
    for name, editions in SYSTEMS.items():
        for edition, system in editions.items():
            yield f"handbook/{name}-{edition}.md", page(system)


def page(system: System) -> str:
    known = examples(system.name, system.edition)
    lines = [
        f"# {system.title}, edition {system.edition}",
        "",
        INTRODUCTION.format(chapter=system.article),
        "",
    ]
    readings = dict(_READING.findall((ROOT / "docs" / "readings.md").read_text(encoding="utf-8")))
    anchors: set[str] = set()
    for article in articles(system):
        cited = _cited(system, article.number)
        anchor = handbook_anchor(cited)  # of several criteria in one article, the first one has it
        place = "" if anchor in anchors else f" {{ #{anchor} }}"
        anchors.add(anchor)
        lines += [f"## {cited}{f' [{article.code}]' if article.code else ''}{place}", ""]
        words = article.words[:1].upper() + article.words[1:]
        lines += [f"{words}.", ""] if words else []
        about = [
            code for code, title in readings.items() if re.search(rf"(?<![\d.]){re.escape(cited)}(?![\d.]*\d)", title)
        ]
        if about:
            lines += [f"Readings: {', '.join(f'[{code}](../readings.md#{code})' for code in about)}.", ""]
        if article.function:
            lines += [f"In the code: `{article.function}`.", ""]
        found = next((one for one in known if one.article == cited), None)
        if found is not None:
            lines += [*_example(found), ""]
        elif cited in (argued := arguments(system)):
            lines += [f"Why there is no example: {argued[cited]}", ""]
    return "\n".join(lines) + "\n"


def articles(system: System) -> list[Article]:
    """Return the articles of a system in the order of the handbook."""
    found: dict[tuple[str, str], Article] = {}

    def add(number: str, code: str, words: str, function: Callable[..., object] | None) -> None:
        name = getattr(function, "__qualname__", "")
        place = f"{getattr(function, '__module__', '')}.{name}" if name else ""
        found.setdefault((number, code), Article(number, code, words, place))

    for rule in system.criteria:
        add(rule.article, rule.code, rule.summary, rule.cost)
    for number, words in system.procedure:
        add(number, "", _whole(words), None)
    for step in system.bye_steps:
        add(
            step.article if not step.text else f"{step.text} {step.article}",
            "",
            f"the bye goes to {step.summary}",
            step.measure,
        )
    for colour in system.colour_steps:
        add(colour.article, "", colour.summary, getattr(colour, "decide", None))
    orders: Any = getattr(system.process, "orders", None)
    if orders is not None:
        for digit in (*orders.residents(6, 3).digits, *orders.mdps(2, 6).digits):
            add(digit.article, "", f"the first candidate is decided by {digit.summary}", None)
    completion = system.completion
    cited = [
        (completion.article, completion.code, "all participants who are left can be paired"),
        (completion.impossible, "", "what to do if nobody can complete the round"),
        *((one.article, one.code, one.words.removesuffix(".")) for one in Rules(system).all()),
    ]
    for article, code, words in cited:
        number = article.removeprefix(f"{system.article} ")
        if not any(known == number for known, _ in found) and not number.startswith("records"):
            add(number, code, words, None)
    for example in examples(system.name, system.edition):
        number = example.article.removeprefix(f"{system.article} ")
        if number != "edition" and not any(known == number for known, _ in found):
            add(number, example.code, example.about, None)
    return sorted((_said(system, article) for article in found.values()), key=lambda article: _numbers(article.number))


def _said(system: System, article: Article) -> Article:
    """Return the article with our sentence of it."""
    if article.words:
        return article
    words = SENTENCES.get(_cited(system, article.number), "")
    return article._replace(words=LAST_ROUND if article.number == "last round" else words)


def arguments(system: System) -> dict[str, str]:
    """Return why articles of an edition have no example, by the article with its chapter."""
    return {
        _cited(system, number): entry["why"]
        for entry in ARGUED
        for number in entry.get(f"{system.name}/{system.edition}", ())
    }


def examples_of(system: System) -> dict[str, list[Example]]:
    """Return the examples of each article, with those of other articles in which it decides the round, too."""
    known = examples(system.name, system.edition)
    named = [_cited(system, article.number) for article in articles(system)]
    return {
        cited: [one for one in known if cited in (one.article, *(other.article for other in one.misreadings))]
        for cited in (*named, *arguments(system))
    }


def covered() -> str:
    """Return the part of docs/conformance.md about the articles with an example, and those with an argument."""
    lines = [
        "| edition | articles | with three examples or more | with two | with one | with an argument |",
        "|---|---|---|---|---|---|",
    ]
    reasons: dict[str, dict[str, list[str]]] = {}
    for system in (one for name, editions in SYSTEMS.items() if name != BY_A_TABLE for one in editions.values()):
        edition = f"{system.name}/{system.edition}"
        counts = Counter(min(len(found), 3) for found in examples_of(system).values())
        lines.append(f"| {edition} | {counts.total()} | " + " | ".join(str(counts[n]) for n in (3, 2, 1, 0)) + " |")
        for cited, why in arguments(system).items():
            reasons.setdefault(why, {}).setdefault(edition, []).append(cited.removeprefix(f"{system.article} "))
    for why, those in reasons.items():
        where = "; ".join(f"{edition} {', '.join(found)}" for edition, found in those.items())
        lines += ["", f"- **{where}**: {why}"]
    return "\n".join(lines) + "\n"


def _cited(system: System, number: str) -> str:
    return number if number.startswith("C.0") else f"{system.article} {number}"


def _whole(words: str) -> str:
    """Give the words about a player or a pair in an answer of the Lim System their subject.

    >>> _whole("floats, having met everybody else in the group")
    'a player floats, having met everybody else in the group'
    """
    if words.startswith("they "):
        return f"two players do not meet if {words}"
    return f"a player {words}" if words.startswith(("floats", "also floats", "joins")) else words


def _numbers(number: str) -> tuple[bool, list[tuple[int, str]]]:
    """Return a sort key: the basic rules, which all systems share, come before the system's own articles."""
    parts = re.split(r"[ .,]", number)
    return not number.startswith("C.0"), [(int(part) if part.isdigit() else 0, part) for part in parts]


def _example(example: Example) -> list[str]:
    other = example.without or next(one.pairs for one in example.misreadings if one.article == example.article)
    count = len(example.event.participants)
    words = (
        f"Example `{example.name}`: {count} participants, round {example.round}. Right: {shown_pairs(example.pairs)}."
    )
    if example.without:
        words += f" Without the article: {shown_pairs(example.without)}."
    for one in example.misreadings:
        if one.article == example.article and one.misread:
            words += f" Misread ({one.misread}): {shown_pairs(one.pairs)}."
    call = f"swisspair --example {example.name} --system {example.system} --edition {example.edition}"
    return [words, "", drawing(example, other), "", f"`{call}` shows it."]


def drawing(example: Example, other: Pairs) -> str:
    """Draw the right pairs of a round as lines, and other pairs as dashed lines."""
    event = example.event
    system = SYSTEMS[example.system][example.edition]
    state = state_before(event, example.round, system.conventions)
    ranked = sorted(state.players, key=lambda player: (-player.score, player.tpn))
    place = {int(player.tpn): n for n, player in enumerate(ranked)}
    words = [f"{player.tpn} ({show_points(player.score)}) {player.colours}" for player in ranked]
    lines = [f'<text x="4" y="{_y(n)}">{escape(text)}</text>' for n, text in enumerate(words)]
    beside = max(0, 9 * max(map(len, words)) - 134)  # long histories of colours need more room
    lines += [f'<g transform="translate({beside})">', *(_line(pair, place, "") for pair in example.pairs)]
    lines += [
        _line(pair, place, ' stroke-dasharray="4 3" opacity="0.6"') for pair in other if pair not in example.pairs
    ]
    lines.append("</g>")
    height, width = ROW * len(ranked) + 8, WIDTH + beside
    label = escape(f"The right pairs of round {example.round}, and dashed those without the article")
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{label}" '
        f'font-size="14" fill="currentColor">{"".join(lines)}</svg>'
    )


def _y(place: int) -> int:
    return ROW * place + 20


def _line(pair: tuple[int, int], place: dict[int, int], style: str) -> str:
    white, black = pair
    if white not in place or (black and black not in place):
        return ""
    top = _y(place[white]) - 5
    if not black:
        return f'<text x="138" y="{top + 5}" text-anchor="end"{style}>bye</text>'
    bottom = _y(place[black]) - 5
    bend = 160 + 24 * abs(place[white] - place[black])
    curve = (
        f'<path d="M150 {top} C {bend} {top} {bend} {bottom} 150 {bottom}" fill="none" stroke="currentColor"{style}/>'
    )
    discs = (
        f'<circle cx="146" cy="{top}" r="4" fill="white" stroke="currentColor"/><circle cx="146" cy="{bottom}" r="4"/>'
    )
    return curve + (discs if not style else "")


if __name__ == "__main__":
    text = CONFORMANCE.read_text(encoding="utf-8")
    CONFORMANCE.write_text(PART.sub(lambda _: covered(), text), encoding="utf-8", newline="")
