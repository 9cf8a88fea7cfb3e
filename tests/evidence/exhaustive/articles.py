"""The articles that give the colours of a pair and that forbid a pair or a bye, with the facts that they need.

Each text has one line here: its articles in their order. The facts come from the crosstables of the transcriptions.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from tests.articles.literal import burstein, common, double_swiss, lim, team, top_scoregroup
from tests.articles.literal.facts import Event, MatchEvent, Paired
from tests.evidence.exhaustive import dutch_steps, lim_steps
from tests.evidence.exhaustive.reasons import OF_VALUES

BOTH, STRONGER, ALTERNATE, HIGHER, INITIAL = (
    "both colour preferences are granted",
    "the stronger colour preference is granted",
    "the colours are reversed from the last round in which one had White and the other Black",
    "the colour preference of the higher ranked (?:player|team) is granted",
    "and from the higher ranked (?:player|team)'s pairing number",
)
LAST, OTHER_LAST = "gets the opposite of (?:the|its) last colour", "the lower ranked|the other|the opponent"
PERMITTED = "the same colour three times in a row", "three more games with one colour than with the other"
DUTCH = BOTH, STRONGER, ALTERNATE, HIGHER, INITIAL
DUBOV = INITIAL, BOTH, STRONGER, ALTERNATE, HIGHER
SWISS = INITIAL, "White goes to the player with fewer games with White", ALTERNATE, LAST, OTHER_LAST
TEAM = (
    INITIAL,
    "the only colour preference is granted",
    "opposite colour preferences are granted",
    "the only strong colour preference is granted",
    "White goes to the team with the lower colour difference",
    ALTERNATE,
    HIGHER,
    LAST,
    OTHER_LAST,
)


class Text(NamedTuple):
    """The articles of a text.

    ``colour`` is the article of each of its ``rules``, with the place of the rule for ``{}``. The other articles, with
    their codes, forbid to meet again, a bye, two absolute preferences, and a round that cannot be completed. The last
    one says what a float is.
    """

    colour: str
    rules: tuple[str, ...]
    met: str
    bye: str
    absolute: str
    rest: str
    float: str


def _swiss(chapter: str, colour: str, met: str, bye: str, absolute: str, rest: str, floated: str) -> Text:
    articles = (f"C3, {chapter} {absolute}", f"C4, {chapter} {rest}", f"{chapter} {floated}")
    return Text(f"{chapter} {colour}", DUBOV, met, bye, *articles)


MET, BYE = "C1, C.04.1 2", "C2, C.04.1 4"
OLD = "C1, C.04.1.b"
TEXTS = {
    "dutch/2026": Text("C.04.3 5.2.{}", DUTCH, MET, BYE, "C3, C.04.3 2.1.3", "C4, C.04.3 1.9.3", "C.04.3 1.4.2"),
    "dutch/2017": Text("C.04.3 E.{}", DUTCH, OLD, "C2, C.04.1.d", "C3, C.04.3 C.3", "C4, C.04.3 A.9", "C.04.3 A.4"),
    "dutch/2012": Text(
        "C.04.3.1 E.{}", DUTCH, *(f"C.04.3.1 {one}" for one in ("B.1.a", "B.1.b", "B.2", "C.13", "A.4"))
    ),
    "dutch/2009": Text("C.04.1 E.{}", DUTCH, *(f"C.04.1 {one}" for one in ("B.1.a", "B.1.b", "B.2", "C.13", "A.4"))),
    "burstein/2026": _swiss("C.04.4.2", "5.2.{}", MET, BYE, "2.1.3", "1.9.3", "1.2.2"),
    "burstein/2017": _swiss("C.04.4.2", "E", OLD, "C2, C.04.4.2 C.2", "C.3", "A", "A"),
    "dubov/2026": _swiss("C.04.4.1", "5.2.{}", MET, BYE, "2.1.3", "1.9.3", "1.3.2"),
    "dubov/2018": _swiss("C.04.4.1", "E", OLD, "C2, C.04.4.1 C.2", "C.3", "A.9", "A.3"),
    "lim/2026": Text("", (), "C.04.1 2", "C.04.1 4", *(f"C.04.4.3 {one}" for one in ("2.1", "2.6", "3.1"))),
    "lim/1999": Text("", (), "C.04.1.b", "C.04.1.d", *(f"C.04.4.3 {one}" for one in ("2.1", "2.6", "3.1"))),
    "double-swiss/2026": Text("C.04.5 4.3.{}", SWISS, MET, "C2, C.04.5 2.1.2", "", "C3, C.04.5 3.3.3", "C.04.5 1.5"),
    "team/2026": Text("C.04.6 4.3.{}", TEAM, MET, "C2, C.04.6 2.1.2", "", "C3, C.04.6 3.3.3", "C.04.6 1.5"),
    "team/2024": Text("C.04.6 4.3.{}", TEAM, "C1, C.04.6 3", "C2, C.04.6 3", "", "C3, C.04.6 1.9", "C.04.6 1.5"),
}
TEXTS["dutch/1998"] = TEXTS["dutch/2009"]
AGAINST = OF_VALUES | lim_steps.LIM | dutch_steps.DUTCH
"""The reasons of each text against a legal round."""


def steps_of(edition: str, event: Any, right: Paired) -> set[tuple[int, int, str]]:
    """Return the steps of a procedure: who meets whom or floats (0), and the article."""
    if edition not in lim_steps.LIM and edition not in dutch_steps.DUTCH:
        return set()
    module = lim_steps if edition in lim_steps.LIM else dutch_steps
    return set(module.told_steps(event, right, edition[-4:]))


def text_of(edition: str, event: Any) -> tuple[str, Text]:
    """Return the text of a round: for seeding rounds of Burstein [1.6.1] that of the Dutch System."""
    if edition.startswith("burstein") and common.coming_round(event) <= burstein.seeding_rounds(event.rounds_total):
        edition = edition.replace("burstein", "dutch")
    return edition, TEXTS[edition]


COMPLETION = {
    "dutch/2026": "C4, C.04.3 2.2.1",
    "dutch/2017": "C4, C.04.3 C.4",
    "burstein/2026": "C4, C.04.4.2 2.2.1",
    "burstein/2017": "C4, C.04.4.2 C.4",
}


def completion_of(edition: str, event: Any) -> str:
    """Return the code and the article that forbid a bracket after which the round cannot be completed."""
    edition, text = text_of(edition, event)
    return COMPLETION.get(edition, text.rest)


# --- Colours ----------------------------------------------------------------------------------------------------------


def colour_of(edition: str, event: Any, people: Mapping[int, Any], white: int, black: int) -> tuple[str, str]:
    """Return the article that gives these colours, and the words for it; empty if no article does."""
    edition, text = text_of(edition, event)
    if edition.startswith("lim"):
        return _lim(event, white, black)
    if isinstance(event, MatchEvent):
        ranked = team.first_team_first if edition.startswith("team") else double_swiss.higher_ranked_first
        steps = team.COLOUR_STEPS if edition.startswith("team") else double_swiss.COLOUR_STEPS
        first, other = ranked(event, (white, black))
        colours = [step(event, first, other) for step in steps]
    else:
        rank = dict.fromkeys((white, black), 0)
        if edition.startswith("burstein"):
            rank = {tpn: burstein.ranking(burstein.player(event, tpn)) for tpn in rank}  # type: ignore[misc]
        else:
            rank = {tpn: (-people[tpn].score, tpn) for tpn in rank}  # type: ignore[misc]
        first, other = sorted(rank, key=lambda tpn: rank[tpn])
        found = {words: rule(edition, people[first], people[other]) for words, rule in RULES.items()}
        found[INITIAL] = found[INITIAL] and ("w" if first == white else "b")
        colours = [found[words] for words in text.rules]
    place, colour = next((place, colour) for place, colour in enumerate(colours, 1) if colour not in (None, "", "-"))
    if (colour == "w") != (first == white):
        return "", ""
    return text.colour.format(place), text.rules[place - 1]


def _both(edition: str, one: Any, two: Any) -> str:
    if one.due == two.due:
        return ""
    return one.due if one.due != "-" else common.opposite(two.due)


def _stronger(edition: str, one: Any, two: Any) -> str:
    if one.strength != two.strength:
        return one.due if one.strength > two.strength else common.opposite(two.due)
    wider = abs(common.colour_difference(one.colours)) - abs(common.colour_difference(two.colours))
    if edition not in ("dutch/2026", "dutch/2017") or one.strength != common.ABSOLUTE or not wider:
        return ""
    return one.due if wider > 0 else common.opposite(two.due)


def _alternate(edition: str, one: Any, two: Any) -> str:
    last = common.latest_difference(one.colours, two.colours)
    return "" if last == "-" else common.opposite(last)


def _initial(edition: str, one: Any, two: Any) -> str:
    return "" if one.colours or two.colours else "w"


RULES: dict[str, Callable[[str, Any, Any], str]] = {
    BOTH: _both,
    STRONGER: _stronger,
    ALTERNATE: _alternate,
    HIGHER: lambda edition, one, two: one.due,
    INITIAL: _initial,
}


def _lim(event: Event, white: int, black: int) -> tuple[str, str]:
    """[5.1 to 5.6, 7.2] Return the article for the colours of a pair [Reading L44]."""
    players = {p.tpn: p for p in lim.players_of(event)}
    one, two = players[white], players[black]
    permitted = [lim.permissible(a, "w") and lim.permissible(b, "b") for a, b in ((one, two), (two, one))]
    if permitted == [True, False]:
        barred = [(p, colour) for p, colour in ((two, "w"), (one, "b")) if not lim.permissible(p, colour)]
        beyond = not any(p.colours.endswith(2 * colour) for p, colour in barred)
        return f"C.04.4.3 5.1.{1 + beyond}", PERMITTED[beyond]
    if not one.colours and not two.colours:
        return "C.04.4.3 7.2", INITIAL
    if lim.due_alternate(one, two):
        is_due = lim.due_colour(one) in ("w", "") and lim.due_colour(two) in ("b", "")
        return ("C.04.4.3 5.1", "each of the two players gets the due colour") if is_due else ("", "")
    gets_due, other = (one, two) if lim.due_colour(one) == "w" else (two, one)
    if abs(lim.balance(one)) != abs(lim.balance(two)):
        greater = abs(lim.balance(gets_due)) > abs(lim.balance(other))
        return ("C.04.4.3 5.5, 5.6", "with the greater colour imbalance gets it") if greater else ("", "")
    last = common.latest_difference(gets_due.colours, other.colours)
    if last != "-":
        return ("C.04.4.3 5.4", ALTERNATE) if last != lim.due_colour(gets_due) else ("", "")
    is_higher = lim.ranking(gets_due) < lim.ranking(other)
    where = "not below the median, the higher" if is_higher else "who are below the median, the lower"
    return "C.04.4.3 5.4", f"{where} ranked gets the due colour"


# --- What no legal round has ------------------------------------------------------------------------------------------


def forbidden(edition: str, event: Any, one: int, two: int) -> Iterator[tuple[str, str]]:
    """Yield the words and the articles of what forbids a pair, or the bye if ``two`` is 0."""
    text = text_of(edition, event)[1]
    for number, cells in enumerate(event.rounds, 1):
        cell = cells.get(one)
        if cell is not None and two and cell.opponent == two and _was_played(event, cell):
            yield f"they already met in round {number}", text.met
        if cell is not None and not two:
            for words in _barring(edition, event, cell):
                yield f"this participant {words} in round {number}", text.bye
    if two and not isinstance(event, MatchEvent):
        if text.rules:
            yield "they have the same absolute colour preference", text.absolute
        else:
            yield f"one of them would get {', or '.join(PERMITTED)}", text.absolute


def _was_played(event: Any, cell: Any) -> bool:
    return top_scoregroup.played(cell) if isinstance(event, MatchEvent) else cell.result in common.PLAYED


def _barring(edition: str, event: Any, cell: Any) -> Iterator[str]:
    """Yield what somebody had in an unplayed round that forbids the bye."""
    if _was_played(event, cell):
        return
    if isinstance(event, MatchEvent):
        kind = {"PAIRING_BYE": "U", "WON_BY_FORFEIT": "+", "FULL_BYE": "F"}.get(cell.happened.name, "")
    else:
        kind = cell.result
    if kind == "U":
        yield "already had the pairing-allocated bye"
    if kind == "+":
        yield "won by forfeit"
    is_win = kind in ("+", "F") if isinstance(event, MatchEvent) else event.points[kind] >= event.points["1"]
    if is_win and kind != "U":
        yield "got the score of a win without a game"
    if edition == "dutch/2012" and kind == "H":
        yield "scored points without playing"


def untrue_ban(here: Any, one: int, two: int, words: str, cited: str) -> str:
    """Return why a sentence about what is illegal is not true; empty if it is. The legal rounds are those of `here`."""
    text = text_of(here.subject.edition, here.event)[1]
    if re.fullmatch("others would then find no opponent", words):
        own = [words for words, _ in forbidden(here.subject.edition, here.event, one, two) if "absolute" not in words]
        return (
            f"{cited}, but {text.rest}"
            if cited != text.rest
            else f"{own} comes first"
            if "already met" in str(own)
            else ""
        )
    found = dict(forbidden(here.subject.edition, here.event, one, two))
    if found.get(words) != cited:
        return f"{words} [{cited}], but it is {found}"
    if "absolute" in words:
        a, b = here.people[one], here.people[two]
        return "" if a.due == b.due and a.strength == b.strength == common.ABSOLUTE else f"{a}, {b}"
    if words.startswith("one of them"):
        both = [p for p in lim.players_of(here.event) if p.tpn in (one, two)]
        return "it would not" if lim.colours_permissible(*both) else ""
    return ""
