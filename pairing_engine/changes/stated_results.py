"""Results as people type them: ``1:1-0 2:½-½ 3:+-`` by board, ``Aalto:1`` or ``3-7:0-1`` by player."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from pairing_engine.errors import BadRequests, refusal
from pairing_engine.facts.model import NOBODY, Game, Result, Round, TeamMatch, Tournament, Tpn, lower_tpn
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say
from pairing_engine.scores.team_scorer import USUAL_COLOURS, Sides, TeamScorer

WIN, DRAW, LOSS = Result.WIN, Result.DRAW, Result.LOSS
WON, LOST, OPEN = Result.FORFEIT_WIN, Result.FORFEIT_LOSS, Result.UNKNOWN

BothResults = tuple[Result, Result]
"""The results of the two players of a game, in the order in which the text names the players."""

_SIDE = {
    "1": WIN,
    "=": DRAW,
    "0": LOSS,
    "+": WON,
    "-": LOST,
    "W": Result.UNRATED_WIN,
    "D": Result.UNRATED_DRAW,
    "L": Result.UNRATED_LOSS,
}

TOGETHER = ("1-0", "0-1", "=-=", "=-0", "0-=", "0-0", "+--", "--+", "---", "W-L", "L-W", "D-D")
"""[C.02.03] The results that a game can have, as ``first-second``."""

_FULL: dict[str, BothResults] = {text: (_SIDE[text[0]], _SIDE[text[2]]) for text in TOGETHER}
_SHORT = {"=": "=-=", "==": "=-=", "+-": "+--", "-+": "--+", "--": "---", "1-0F": "+--", "0-1F": "--+", "0-0F": "---"}
_TAKEN_BACK = dict.fromkeys("?*", (OPEN, OPEN))

PAIRS: dict[str, BothResults] = {**_FULL, **{short: _FULL[text] for short, text in _SHORT.items()}, **_TAKEN_BACK}
"""The ways to write the result of both players of a game."""

ALONE = {one: _FULL[text] for one, text in {"1": "1-0", "0": "0-1", "+": "+--", "-": "--+"}.items()}
"""The ways to write the result of one player. The opponent's result is derived from this result."""

_DRAWN = re.compile(r"1/2|0[.,]5|(?<![0-9])[.,]5|½")
_AROUND = ' \t,;"'
_DASHES = re.compile("[\u2010-\u2015\u2212]")

_ITEM = re.compile(r"(?P<who>[^:;\n]+?)\s*(?P<sign>[:=])\s*(?P<result>[^\s,;:]+)\s*(?:[\s,;]+|$)")
_BOARD = re.compile(r"[0-9]+([./][0-9]+)?")
_HAS_SIGN = re.compile(r":|[^=\s]=[^=-]")

MOST_CHARACTERS = 1 << 17
MOST_GAMES = 2
"""[C.04.5] The maximum number of games in a match: two in a Double-Swiss event."""


class StatedResult(NamedTuple):
    """A stated result; ``who`` is a board number, a player or two players."""

    who: str
    results: tuple[BothResults, ...]
    """The result of each game of the pairing, for both players."""
    alone: bool
    """Whether the text states the result of one player only, and not of both players."""
    text: str
    place: int
    """The position of this result in the list of stated results, counted from 1."""

    @property
    def where(self) -> str:
        """The position and the text of the result, for messages."""
        return say("result {place} ({text})", place=self.place, text=one_line(self.text))


def stated_results(text: str) -> tuple[StatedResult, ...]:
    """Read results from a text. Blanks, commas, semicolons or line ends separate the results.

    Raises `BadRequest` with all parts of the text that are not results.

    >>> [(one.who, one.results[0][0].name, one.alone) for one in stated_results("1:1-0 2:½-½, Aalto, Eino: +")]
    [('1', 'WIN', False), ('2', 'DRAW', False), ('Aalto, Eino', 'FORFEIT_WIN', True)]
    """
    if len(text) > MOST_CHARACTERS:
        raise refusal("found {number} characters, expected the results of a round", number=len(text))
    found: list[StatedResult] = []
    faults: list[str] = []
    for line, content in enumerate((" ".join(one.split()) for one in text.splitlines()), 1):
        if not content.strip(_AROUND) or content.startswith("#"):
            continue
        for who, sign, result in _items(content):
            read = _read(result)
            if sign == "=" and _BOARD.fullmatch(who) and result[0] not in "+-":  # 2=1-0 could mean a draw
                words = say(
                    "line {line}: found {found!r}; is {meant} meant, the result of board {board}?",
                    line=line,
                    found=one_line(f"{who}={result}"),
                    meant=one_line(f"{who}:{result}"),
                    board=who,
                )
                faults.append(words)
                continue
            if read is None or not who:
                faults.append(_fault(line, who, result))
                continue
            found.append(StatedResult(who, read[0], read[1], f"{who}:{result}", len(found) + len(faults) + 1))
    if faults:
        raise BadRequests(faults, "results")
    if not found:
        raise refusal("no result was given: give results such as 1:1-0 2:1/2-1/2 3:+-", "results")
    return tuple(found)


def _fault(line: int, who: str, result: str) -> str:
    return say(
        "line {line}: found {found!r}, expected results such as 1:1-0, 2:1/2-1/2, 3:+- (boards) or Aalto:1 (a player)",
        line=line,
        found=one_line(f"{who}:{result}" if who else result),
    )


def _items(line: str) -> Iterator[tuple[str, str, str]]:
    """Yield each result: the text before the colon or the last word, the colon or its sign, and the text after it."""
    if not _HAS_SIGN.search(line):
        words = line.replace(",", " ").replace(";", " ").split()
        yield (line[: line.rindex(words[-1])].strip(_AROUND), "", words[-1]) if len(words) > 1 else ("", "", line)
        return
    at = 0
    while at < len(line):
        match = _ITEM.match(line, at)
        if match is None:
            yield "", "", line[at:].strip()
            return
        yield match["who"].strip(_AROUND), match["sign"], match["result"]
        at = match.end()


def normal(result: str) -> str:
    """Write a result with the letters and signs of a TRF.

    >>> normal("1/2-1/2"), normal("½"), normal("1–0"), normal("0,5-0.5")
    ('=-=', '=', '1-0', '=-=')
    """
    return _DRAWN.sub("=", _DASHES.sub("-", result.strip().upper()))


def _read(result: str) -> tuple[tuple[BothResults, ...], bool] | None:
    """Return the results in a text, and whether they are only one player's results; None for any other text."""
    games = normal(result).split("/")
    if len(games) > MOST_GAMES:
        return None
    for known, alone in ((PAIRS, False), (ALONE, True)):
        found = [known[game] for game in games if game in known]
        if len(found) == len(games):
            return tuple(found), alone
    return None


RESULTS_LOST = marked("the results of these boards would be lost: {boards}")


def open_matches(tournament: Tournament, number: int, pairs: Iterable[tuple[Tpn, Tpn]]) -> tuple[TeamMatch, ...]:
    """Seat the first members of both teams; other boards stay empty. Raises `BadRequest` without a number of boards."""
    rules = tournament.settings.team
    assert rules is not None
    size = boards_of_match(tournament)
    members = {team.tpn: team.members for team in tournament.teams}
    found = [
        scored(tournament, number, (one, other), games_of(members[one][:size], members[other][:size], rules.colours))
        for one, other in pairs
    ]
    return tuple(sorted(found, key=lower_tpn))


def scored(
    tournament: Tournament,
    number: int,
    teams: tuple[Tpn, Tpn],
    boards: tuple[Game, ...],
    forfeit: BothResults | None = None,
) -> TeamMatch:
    """Return a match of round ``number`` with the points of both teams."""
    rules = tournament.settings.team
    assert rules is not None
    members = next((frozenset(team.members) for team in tournament.teams if team.tpn == teams[0]), frozenset())
    scorer = TeamScorer(rules, tournament.settings.scoring)
    return scorer.match(number, Sides(*teams, members), boards, forfeit, size=boards_of_match(tournament))


def with_games(tournament: Tournament, number: int, recorded: Round, new: Mapping[Game, Game]) -> Round:
    """Return round ``number`` with other games, also on the boards of matches."""

    def rescored(match: TeamMatch) -> TeamMatch:
        boards = tuple(new.get(game, game) for game in match.boards)
        return match if boards == match.boards else scored(tournament, number, (match.white, match.black), boards)

    games = tuple(new.get(game, game) for game in recorded.games)
    return recorded._replace(games=games, matches=tuple(map(rescored, recorded.matches)))


def signs(game: Game) -> str:
    """Write the results of a game with the signs of a TRF, with White's result first.

    >>> signs(Game(Tpn(1), Tpn(2), DRAW, DRAW)), signs(Game(Tpn(1), Tpn(2), WIN, LOSS, second=(DRAW, DRAW)))
    ('=-=', '1-0/=-=')
    """
    sides = [(game.white_result, game.black_result), *([game.second] if game.second else [])]
    return "/".join(f"{white.value}-{black.value}" for white, black in sides)


def results_in(game: Game, text: str) -> Game | None:
    """Return a game with the results that `signs` wrote; None for any other text."""
    found = [PAIRS[one] for one in text.split("/") if one in PAIRS]
    if len(found) != (1 if game.second is None else MOST_GAMES) or len(found) != text.count("/") + 1:
        return None
    (white, black), *second = found
    return game._replace(white_result=white, black_result=black, second=second[0] if second else None)


def boards_of_match(tournament: Tournament) -> int:
    """Return the number of boards in a match. Raises `BadRequest` if it is not known."""
    size = tournament.boards_in_match
    if not size:
        raise refusal("the number of boards in a match is not known: state the colours of the boards", "colours")
    return size


def games_of(white: Sequence[Tpn], black: Sequence[Tpn], colours: str) -> tuple[Game, ...]:
    """Create the games between two line-ups. ``white`` has White on board 1, and an empty seat loses."""
    pattern = colours or USUAL_COLOURS
    games = []
    for place, (one, other) in enumerate(zip_longest(white, black, fillvalue=NOBODY)):
        upright = pattern[place % len(pattern)] == pattern[0]
        first, second = (one, other) if upright else (other, one)
        results = (LOST if first == NOBODY else WON, LOST if second == NOBODY else WON)
        games.append(Game(first, second, *((OPEN, OPEN) if NOBODY not in (first, second) else results)))
    return tuple(games)
