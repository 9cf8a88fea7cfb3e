"""The pages of the site that go through a system article by article, each with a small example as a drawing."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from pairing_engine.facts.model import show_points
from pairing_engine.state.history import state_before
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System
from swisspair.examples import Example, Misreading, Pairs, editions, examples, shown_pairs
from swisspair.page.rules import BARRED, FEWER, LOWER, Rules, handbook_anchor

ROOT = Path(__file__).parent.parent
_CITATION = re.compile(r"\[(.*?C\.0[^\]]*)\]")
"""The articles at the start of a docstring."""

_READING = re.compile(r"^\*\*([A-Z]\d+)\. (.+?)\*\*", re.MULTILINE | re.DOTALL)
INTRODUCTION = (
    "{chapter}, article by article, in our own words. The drawing shows the smallest event that we have in which the "
    "article decides a round: lines are the right pairs, and dashed lines are the pairs that the rules would give "
    "without the article, or with it misread. Beside each number are the points and the colours of the rounds before. "
    "The white end of a line is the player with White."
)
ROW, WIDTH = 26, 420
WITH, WITHOUT = ("", 146, 160), (' stroke-dasharray="4 3"', 134, 172)
"""The style of the lines of a round, the place of their ends, and how far they bend at least."""

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
    for name, found in SYSTEMS.items():
        for edition, system in found.items():
            yield f"handbook/{name}-{edition}.md", page(system)


def page(system: System) -> str:
    known = examples_of(system)
    lines = [f"# {system.title}, edition {system.edition}", "", INTRODUCTION.format(chapter=system.article), ""]
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
        if shown := _shown(known[cited], cited, article.code):
            lines += [*_example(*shown), ""]
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
        form = FEWER if rule.levels is None else LOWER
        add(rule.article, rule.code, form.format(words=rule.summary).removesuffix("."), rule.cost)
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
    completion, clash = system.completion, system.names.colour_clash
    forbidding = (system.basic.once, clash and _cited(system, clash.article))
    cited = [
        (completion.article, completion.code, "all participants who are left can be paired"),
        (completion.impossible, "", "what to do if nobody can complete the round"),
        *((one.article, one.code, one.words.removesuffix(".")) for one in Rules(system).all()),
        (
            system.bye_again.article,
            system.bye_again.code,
            BARRED.format(words=system.bye_again.words).removesuffix("."),
        ),
    ]
    for article, code, words in cited:
        number = article.removeprefix(f"{system.article} ")
        if not any(known == number and code in ("", other) for known, other in found) and "records" not in number:
            add(number, code, words, system.may_meet if article in forbidding else None)
    for example in examples(system.name, system.edition):
        number = example.article.removeprefix(f"{system.article} ")
        if number != "edition" and not any(known == number for known, _ in found):
            add(number, example.code, example.about, None)
    said = (_said(system, article) for article in found.values())
    return sorted(said, key=lambda article: (_numbers(article.number), article.code))


def _said(system: System, article: Article) -> Article:
    """Return the article with our sentence of it, and with the function that says it."""
    cited = _cited(system, article.number)
    words = LAST_ROUND if article.number == "last round" else SENTENCES.get(cited, "")
    return article._replace(words=article.words or words, function=article.function or _saying(cited))


def _saying(article: str) -> str:
    """Return the function whose docstring begins with an article, or else with the article that contains it.

    >>> _saying("C.04.4.1 3.2.5"), _saying("C.04.3 4.2.2"), _saying("C.04.1 B.1.b")
    ('pairing_engine.systems.dubov.process.Subgroups._by_aro', 'pairing_engine.systems.shared.orders.OrderArticles', '')
    """
    fitting = [
        (cited, name)
        for cited, name in _citing()
        if cited == article or (re.search(r" .*\d$", cited) and article.startswith(f"{cited}."))
    ]
    return max(fitting, key=lambda one: len(one[0]), default=("", ""))[1]


@lru_cache(maxsize=1)
def _citing() -> list[tuple[str, str]]:
    """Return each article at the start of a docstring, and the function or class, those first that cite fewest."""
    found = []
    for path in sorted((ROOT / "pairing_engine").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for name, docstring in _docstrings(ast.parse(path.read_text(encoding="utf-8")), module):
            match = _CITATION.match(docstring)
            cited = list(_articles_of(match[1])) if match else []
            found += [(article, name, (len(cited), ".systems." not in name)) for article in cited]
    return [(article, name) for article, name, _ in sorted(found, key=lambda one: one[2])]


def _docstrings(node: ast.AST, prefix: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{prefix}.{child.name}"
            yield name, ast.get_docstring(child) or ""
            yield from _docstrings(child, name)


def _articles_of(citation: str) -> Iterator[str]:
    """Yield the articles of a citation, each with its chapter.

    >>> list(_articles_of("C.04.4.3 3.2.2-3.2.4, 3.10"))
    ['C.04.4.3 3.2.2', 'C.04.4.3 3.2.3', 'C.04.4.3 3.2.4', 'C.04.4.3 3.10']
    """
    chapter = ""
    for part in re.split(r", |; | and ", citation):
        if part.startswith("C.0"):
            chapter, _, part = part.partition(" ")
        first, *last = re.split(r"-| to ", part)
        stem, _, low = first.rpartition(".")
        if last and low.isdigit():
            yield from (f"{chapter} {stem}.{n}" for n in range(int(low), int(last[0].rpartition(".")[2]) + 1))
        else:
            yield f"{chapter} {first}".strip()


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


def with_examples() -> list[System]:
    """Return the editions whose articles have examples: all but tables, and but new ones that nobody has searched."""
    known = editions()
    return [one for name, found in SYSTEMS.items() for edition, one in found.items() if (name, edition) in known]


def covered() -> str:
    """Return the part of docs/conformance.md about the articles with an example, and those with an argument."""
    lines = [
        "| edition | articles | with three examples or more | with two | with one | with an argument |",
        "|---|---|---|---|---|---|",
    ]
    reasons: dict[str, dict[str, list[str]]] = {}
    for system in with_examples():
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
    if words.startswith(("they ", "exchanged ")):
        return f"{'two players do not meet if' if words.startswith('they') else 'an opponent is'} {words}"
    return f"a player {words}" if words.startswith(("floats", "also floats", "joins")) else words


def _numbers(number: str) -> tuple[bool, list[tuple[int, str]]]:
    """Return a sort key: the basic rules, which all systems share, come before the system's own articles."""
    parts = re.split(r"[ .,]", number)
    return not number.startswith("C.0"), [(int(part) if part.isdigit() else 0, part) for part in parts]


def _shown(known: list[Example], cited: str, code: str) -> tuple[Example, list[Misreading]] | None:
    """Choose an example, best one of the article and criterion itself, and the readings that are about them."""
    mine = [one for one in known if one.article == cited and one.code in ("", code)]
    others = [one for one in known if (cited, code) in ((each.article, each.code) for each in one.readings)]
    if not (fitting := mine or others or (known if not code else [])):
        return None
    about = [one for one in fitting[0].readings if one.article == cited]
    return fitting[0], [one for one in about if one.code in ("", code)] or about


def _example(example: Example, about: list[Misreading]) -> list[str]:
    count = len(example.event.participants)
    words = (
        f"Example `{example.name}`: {count} participants, round {example.round}. Right: {shown_pairs(example.pairs)}."
    )
    for one in about:
        words += f" {f'Misread ({one.misread})' if one.misread else 'Without the article'}: {shown_pairs(one.pairs)}."
    call = f"swisspair example {example.name} --system {example.system} --edition {example.edition}"
    return [words, "", drawing(example, about[0].pairs), "", f"`{call}` shows it."]


def drawing(example: Example, other: Pairs) -> str:
    """Draw the right pairs of a round as lines, and other pairs as dashed lines."""
    event = example.event
    system = SYSTEMS[example.system][example.edition]
    state = state_before(event, example.round, system.conventions)
    ranked = sorted(state.players, key=lambda player: (-player.score, player.tpn))
    place = {int(player.tpn): n for n, player in enumerate(ranked)}
    words = [f"{player.tpn} ({show_points(player.score)}) {player.colours}" for player in ranked]
    lines = [f'<text x="4" y="{_y(n)}">{escape(text)}</text>' for n, text in enumerate(words)]
    beside = max(0, 9 * max(map(len, words)) - 122)  # long histories of colours need more room
    lines.append(f'<g transform="translate({beside})">')
    dashed = (_line(pair, place, *WITHOUT) for pair in other if pair not in example.pairs)
    lines += ['<g opacity="0.6">', *dashed, "</g>", *(_line(pair, place, *WITH) for pair in example.pairs), "</g>"]
    height, width = ROW * len(ranked) + 8, WIDTH + beside
    label = escape(f"The right pairs of round {example.round}, and dashed those without the article")
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{label}" '
        f'font-size="14" fill="currentColor">{"".join(lines)}</svg>'
    )


def _y(place: int) -> int:
    return ROW * place + 20


def _line(pair: tuple[int, int], place: dict[int, int], style: str, end: int, bend: int) -> str:
    white, black = pair
    if white not in place or (black and black not in place):
        return ""
    top = _y(place[white]) - 5
    if not black:
        return f'<text x="126" y="{top + 5}" text-anchor="end">bye</text>'
    bottom = _y(place[black]) - 5
    far = bend + 24 * abs(place[white] - place[black])
    curve = f"M{end} {top} C {far} {top} {far} {bottom} {end} {bottom}"
    discs = "".join(
        f'<circle cx="{end}" cy="{y}" r="4" fill="{fill}" stroke="currentColor"/>'
        for y, fill in ((top, "white"), (bottom, "black"))
    )
    return f'<path d="{curve}" fill="none" stroke="currentColor"{style}/>{discs}'


if __name__ == "__main__":
    text = CONFORMANCE.read_text(encoding="utf-8")
    CONFORMANCE.write_text(PART.sub(lambda _: covered(), text), encoding="utf-8", newline="")
