"""Random words and questions that fit an event: players who are in it, boards of its last round, and the like."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from pairing_engine import pair
from pairing_engine.changes.paired import with_round
from pairing_engine.errors import PairingError
from pairing_engine.facts.model import EventKind, Tournament
from swisspair.conversation.contract import KINDS, question_schema
from tests.fuzz.mutations import corpus
from trf import TrfProblems, examine, write

MOST_BYTES = 6_000
"""The largest size of an event in bytes. Larger ones would take too long."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "1-0", "0-1", "0.5-0.5", "0-0", "+-", "-+", "--", "½-½")
OF_MATCHES = ("1-0/0-1", "0-1/0-1", "1-0/1/2-1/2", "0-1/1-0", "½-½/½-½", "2-0", "1.5-0.5", "1-1", "+-", "--")

NEWCOMERS = (
    "Foss 1550", "Foss, Åse, 1985", "Foss;1550;Kiel", "Aalto, Eino 2103 FIN", "Öz", "1550", "", "a\u00a0b, 1500",
)  # fmt: skip

FIELDS = (
    "rating=1850", "rating=x", "rating=", "name=Foss, Åse", "name=", "name=a\u200db", "title=GM", "federation=NOR",
    "club=Kiel", "sex=w", "birth date=1985/02/30", "birth date=1985", "fide number=1503014", "points=3", "x=y",
)  # fmt: skip

ON_THE_LAST_ROUND = {"enter", "swap", "boards", "unpair", "undo"}
"""The modes that change a round without results. All others begin with a complete round."""


@cache
def small() -> tuple[bytes, ...]:
    return tuple(text for text in corpus() if len(text) <= MOST_BYTES)


@cache
def events(open_round: bool) -> tuple[tuple[bytes, Tournament], ...]:
    """Return events whose next round can be paired, as texts and tournaments; with ``open_round``, with this round."""
    found = []
    for text in small():
        with suppress(PairingError, TrfProblems):
            tournament = examine(text).tournament
            paired = with_round(tournament, pair(tournament).pairing)
            found.append((write(paired).encode(), paired) if open_round else (text, tournament))
    return tuple(found)


def _anybody(event: Tournament, lot: Random) -> str:
    """Return a participant's number or name, and rarely a number that nobody has."""
    one = lot.choice(event.participants)
    return lot.choice((str(one.number), str(one.number), one.name or "x", str(lot.randint(0, 99))))


def _two(event: Tournament, lot: Random) -> str:
    one, other = lot.sample([one.number for one in event.participants], 2)
    return f"{one}-{other}"


def _somebody(event: Tournament, lot: Random) -> Iterator[str]:
    yield ", ".join(_anybody(event, lot) for _ in range(lot.choice((1, 1, 2))))


def _away(event: Tournament, lot: Random) -> Iterator[str]:
    yield f"{_anybody(event, lot)}{lot.choice(('', '', '=H', '=Z', '=F', '=x'))}"
    yield from _some(lot, f"--round={len(event.rounds) + lot.randint(0, 2)}")


def _edit(event: Tournament, lot: Random) -> Iterator[str]:
    yield _anybody(event, lot)
    yield from lot.sample(FIELDS, lot.choice((1, 1, 2)))
    yield from _some(lot, "--renumber")


def _boards(event: Tournament, lot: Random) -> Iterator[str]:
    pairs = [_two(event, lot) for _ in range(lot.choice((1, 1, 2)))]
    yield " ".join([*pairs, *_some(lot, f"{_anybody(event, lot)}-bye")])
    yield from (*_some(lot, "--by-hand"), *_some(lot, "--force"))


def _some(lot: Random, *words: str) -> Sequence[str]:
    return words if lot.random() < 0.3 else ()


def changes(event: Tournament, lot: Random) -> Iterator[str]:
    """Yield changed facts in the words of ``--what-if``."""
    numbers = [one.number for one in event.participants]
    played = [(place, game) for place, one in enumerate(event.rounds, start=1) for game in one.games]
    absent = [asked.bye.tpn for asked in event.requests if asked.round == len(event.rounds) + 1]
    for _ in range(lot.choice((1, 1, 2, 3))):
        one, other = lot.sample(numbers, 2)
        kind = lot.choice(("absent", "present", "result", "result", "prohibit", "pair", "bye"))
        if kind == "present" and absent:
            yield f"present:{lot.choice(absent)}"
        elif kind == "result" and played:
            place, game = lot.choice(played)
            yield f"result:{place}:{game.white}-{game.black}={lot.choice(RESULTS)}"
        elif kind == "prohibit":
            yield f"prohibit:{one}-{other}"
        elif kind == "pair":
            yield f"{one}-{other}"
        elif kind == "bye":
            yield f"{one}-bye"
        else:
            yield f"absent:{one}"


def results(event: Tournament, lot: Random) -> Iterator[str]:
    """Yield results of the last round in the form that ``--enter`` reads, and rarely correct an earlier round.

    Some results name a player instead of a board, and some name a board that does not exist.
    """
    if not event.rounds:
        yield "1:1-0"
        return
    recorded, double, is_usual = event.rounds[-1], event.settings.double, lot.random() < 0.6
    known = (OF_MATCHES if double else RESULTS)[: 3 if is_usual else None]
    boards = range(1, len(recorded.games or recorded.matches) + 1 + (lot.random() < 0.05))
    some = boards if is_usual else lot.sample(boards, lot.randint(1, len(boards)) if boards else 0)
    for board in some:
        if event.settings.kind is EventKind.TEAM:
            places = range(1, 1 + (event.boards_in_match if is_usual else lot.choice((2, 3, 5))))
            yield from (f"{board}.{place}:{lot.choice(known)}" for place in places)
        elif lot.random() < 0.03 and recorded.games:
            game = lot.choice(recorded.games)
            number = lot.choice((game.white, game.black))
            name = next(one.name for one in event.participants if one.tpn == number)
            yield f"{name}:{lot.choice(('1', '0', '=', '½', '+', '-'))}"
        else:
            yield f"{board}:{lot.choice(known)}"
    if lot.random() < 0.1 and event.under_way:
        yield "--force"
    if lot.random() < 0.1:
        yield f"--round={lot.randint(1, len(event.rounds) + 1)}"
    if event.members and lot.random() < 0.3:
        yield f"--line-up={line_up(event, lot)}"


def line_up(event: Tournament, lot: Random) -> str:
    team = lot.choice(event.participants)
    members = [str(one.number) for one in event.players]
    return f"{lot.choice((team.name, str(team.number)))}: {', '.join(lot.sample(members, min(len(members), 2)))}"


WORDS: Mapping[str, Callable[[Tournament, Random], Iterable[str]]] = {
    "add": lambda _event, lot: (lot.choice(NEWCOMERS), *_some(lot, "--renumber")),
    "away": _away,
    "boards": _boards,
    "edit": _edit,
    "enter": results,
    "judge": lambda event, lot: (",".join(_two(event, lot) for _ in range(lot.choice((1, 1, 3)))),),
    "return": _somebody,
    "swap": lambda event, lot: (_two(event, lot), *_some(lot, "--by-hand"), *_some(lot, "--force")),
    "undo": lambda _event, _lot: (),
    "unpair": lambda _event, lot: _some(lot, "--force"),
    "what-if": changes,
    "why": lambda event, lot: (_anybody(event, lot),),
    "why-not": lambda event, lot: (_two(event, lot),),
    "why-rank": lambda event, lot: (_two(event, lot),),
    "withdraw": _somebody,
}
"""For each mode whose words depend on the event, a function that makes fitting ones."""


def beginning(lot: Random) -> tuple[tuple[str, ...], bytes]:
    """Return the words that begin an event as ``a.trf``, and the list of its players or teams."""
    system = lot.choice(("dutch", "dutch", "dubov", "burstein", "lim", "double-swiss", "team", "round-robin"))
    teams = system == "team" or (system == "round-robin" and lot.random() < 0.3)
    names = [f"Player {letter}" for letter in "ABCDEFGHIJ"[: lot.randint(3, 10)]]
    lines = [f"{name};{lot.randint(1200, 2200)}" for name in names]
    if teams:
        lines = [f"{name}{seat};{lot.randint(1200, 2200)};{name}" for name in names for seat in "ab"]
    words = "--new", "players.csv", f"--rounds={lot.randint(2, 6)}", f"--system={system}", "--output=a.trf"
    listed = "\n".join([f"name;rating{';team' if teams else ''}", *lines, ""])
    return (*words, *(("--boards=2",) if teams else ()), *_some(lot, "--baku")), listed.encode()


def next_of_chain(event: Tournament, lot: Random) -> tuple[str, ...]:
    """Return a command that changes or reads ``a.trf``, mostly the one that an arbiter would give next."""
    usual = "enter" if event.under_way else "pair"
    mode = usual if lot.random() < 0.6 else lot.choice((*WORDS, "pair", "standings"))
    if mode == "pair":
        who = *_some(lot, f"--absent={_anybody(event, lot)}"), *_some(lot, f"--avoid-pairs={_two(event, lot)}")
        return "--pair", "a.trf", *lot.choice((("--write-back=a.trf",), ("--in-place",))), *who, "--output=pairs"
    words = tuple(WORDS[mode](event, lot)) if mode in WORDS else ()
    asks = mode in ("judge", "standings", "what-if", "why", "why-not", "why-rank")
    return f"--{mode}", *words, "a.trf", *(() if asks else ("--in-place",)), *_some(lot, "--quiet")


def question(lot: Random, more: Mapping[str, object] = {}) -> dict[str, object]:
    """Return a question of the conversation, made from its schema, about an event that it mostly fits.

    An argument is left out if the schema allows it and a coin says so.
    """
    text, event = lot.choice(events(lot.random() < 0.6))
    kind = lot.choice([*KINDS])
    schema = question_schema(kind)
    asked: dict[str, object] = {}
    for name, wanted in schema["properties"].items():
        if name in schema["required"] or lot.random() < 0.3:
            asked[name] = _argument(name, wanted, event, lot)
    if "trf" in schema["properties"]:
        asked = {key: value for key, value in asked.items() if key not in ("path", "data", "kept", "member")}
        asked["trf"] = text.decode()
    return {**asked, "ask": kind, **{key: value for key, value in more.items() if key in schema["properties"]}}


def _argument(name: str, schema: Mapping[str, Any], event: Tournament, lot: Random) -> object:
    if name in ARGUMENTS:
        value = ARGUMENTS[name](event, lot)
        return str(value) if schema.get("type") == "string" else value
    schema = lot.choice(schema.get("anyOf", [schema]))
    if "enum" in schema:
        return lot.choice(schema["enum"])
    kind = schema.get("type", "null")
    kind = kind if isinstance(kind, str) else lot.choice(kind)
    return {
        "integer": lot.randint(0, 9),
        "boolean": lot.random() < 0.5,
        "string": lot.choice(("", _anybody(event, lot), "x", "é" * 300, "1-2", "\u202e")),
        "array": [_two(event, lot)],
        "object": {_anybody(event, lot): "1-0"},
    }.get(kind)


def _number(event: Tournament, lot: Random) -> int:
    return lot.choice(event.participants).number if lot.random() < 0.9 else lot.randint(0, 99)


ARGUMENTS: Mapping[str, Callable[[Tournament, Random], object]] = {
    "absent": lambda event, lot: _anybody(event, lot),
    "avoid": lambda _event, lot: lot.choice(("federation", "team", "", "x")),
    "avoid_pairs": _two,
    "boards": lambda event, lot: lot.choice((None, 1, 2, 4)) if lot.random() < 0.5 else next(_boards(event, lot)),
    "byes": lambda event, lot: f"{_anybody(event, lot)}={lot.choice('HZFx')}",
    "changes": lambda event, lot: [*changes(event, lot)],
    "edition": lambda _event, lot: lot.choice(("", "", "2026", "2017", "x")),
    "fields": lambda _event, lot: dict([lot.choice(FIELDS).split("=", 1)]),
    "id": lambda _event, lot: lot.choice((None, 1, "x")),
    "keep": lambda _event, lot: lot.choice(("", "event")),
    "language": lambda _event, lot: lot.choice(("en", "fr", "fr", "xx")),
    "line_ups": lambda event, lot: [line_up(event, lot)],
    "list": lambda event, lot: lot.choice((*NEWCOMERS, "Ada;2100\nBo;1900\nCe;1800\n", beginning(lot)[1].decode())),
    "no_bye": lambda event, lot: _anybody(event, lot),
    "other": _number,
    "pairs": lambda event, lot: [[*map(int, _two(event, lot).split("-"))] for _ in range(lot.randint(1, 3))],
    "player": _number,
    "players": lambda event, lot: lot.choice((_two(event, lot), *_somebody(event, lot))),
    "prefer_bye": lambda event, lot: _anybody(event, lot),
    "results": lambda event, lot: dict(
        word.split(":", 1) for word in results(event, lot) if ":" in word and not word.startswith("--")
    ),
    "round": lambda event, lot: lot.choice((None, None, len(event.rounds) + lot.randint(0, 1), 9)),
    "rounds": lambda _event, lot: lot.randint(1, 9),
    "seconds": lambda _event, _lot: 20,
    "system": lambda _event, lot: lot.choice(("", "dutch", "lim", "team", "round-robin", "x")),
    "tie_breaks": lambda _event, lot: lot.choice(("", "PTS,BH", "DE, BH/C1, SB", "x")),
    "what": lambda event, lot: lot.choice(("bye", "up", "down", "white", _anybody(event, lot))),
}
"""Values for the arguments of questions that a schema alone would hardly make."""
