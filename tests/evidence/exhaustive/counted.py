"""The parts of an answer, parsed from its printed sentences.

The tests compare every statement with the right round and with the wrong round. This module does not use the engine.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple, TypeAlias

from tests.articles.literal import burstein, double_swiss, dubov, dutch, team, top_scoregroup
from tests.articles.literal.common import STRONG, colour_difference, coming_round, preference, present
from tests.articles.literal.facts import Event, MatchEvent, Paired
from tests.articles.literal.top_scoregroup import Coming
from tests.evidence.exhaustive.saturation import any_legal
from tests.evidence.exhaustive.subjects import EVERY, Subject, transcribed
from tests.evidence.exhaustive.verdicts import Pairs, among, floating_on, pairs_of, upfloaters_into_following
from tests.evidence.exhaustive.walk import NOT_YET, Node, Walk

REASON = re.compile(
    r"^ +(?:as a whole, )?(?:in the (?:bracket|scoregroup) of (?P<score>[\d.]+) points, )?(?P<said>(?:this pairing|"
    r"illegal for|a pairing|with this bye|by the rules|"
    r"(?:nobody|\d+)[^:]* has the bye|\d+[^,:]* has White here).*) \[(?P<cited>[^\]]*)\]$"
)
PLACE = r"(?: \(number (?P<{}>\d+) in the bracket\))?"
VALUES = r"(?P<wrong>[\d., ]+|none) instead of (?P<right>[\d., ]+|none)"
FORMS = (
    re.compile(
        rf".*, because (?P<of>\d+)[^()]*? meets (?P<people>(?:nobody|\d+)[^()]*?){PLACE.format('wrong')} instead of "
        rf"(?P<ours>(?:nobody|\d+)[^()]*?){PLACE.format('right')}"
    ),
    re.compile(rf".* because it has more (?P<words>.*) \({VALUES}\)(?:: (?P<people>.*))?"),
    re.compile(rf".* because of (?P<words>.*) \({VALUES}\)(?:: (?P<people>.*))?"),
    re.compile(r".* because (?P<words>.*) is (?P<people>(?:\d|nobody).*)"),
    re.compile(r"illegal for (?P<people>.*?), because (?P<words>.*)"),
    re.compile(r".*?: (?P<wrong>.*), but by the rule \"(?P<words>.*)\" (?P<right>.*)"),
    re.compile(
        r"(?P<people>(?:nobody|\d+)[^()]*?)(?: \((?P<wrong>[^()]*)\))? has the bye instead of "
        r"(?P<ours>(?:nobody|\d+)[^()]*?)(?: \((?P<right>[^()]*)\))?, although (?P<words>.*)"
    ),
    re.compile(r"(?P<words>.*)"),
)
"""The forms of a reason, the more particular ones first."""
SCORE_OF_BYE = "the score of the assignee of the pairing-allocated bye"
BOARD = re.compile(r"^    (\d+)[^-]* (?:- (\d+).*|bye)$")


class Told(NamedTuple):
    """A printed reason, split into its parts.

    ``values`` contains the value of the wrong round and the value of the right round. ``players`` lists participants in
    the wrong round, and ``instead`` lists their counterparts in the right round. If the reason is about the opponent of
    a player, ``of`` is the number of this player.
    """

    score: str
    words: str
    code: str
    article: str
    values: tuple[str, str] = ("", "")
    players: tuple[int, ...] = ()
    instead: tuple[int, ...] = ()
    of: int = 0


def plain(line: str) -> str:
    """Write numbers of players without their noun, and lists of values with commas."""
    return re.sub(r"(?<=\d) and (?=\d+\.\d)", ", ", re.sub(r"\bplayers? (?=\d)", "", line))


def reason_in(lines: Iterable[str]) -> Told | None:
    """Return the first reason in the lines of an answer, or None if the answer has no reason."""
    found = next((match for line in lines if (match := REASON.match(plain(line)))), None)
    if found is None:
        return None
    code, _, article = found["cited"].rpartition(", ") if found["cited"].count(", ") else ("", "", found["cited"])
    form = next((match for form in FORMS if (match := form.fullmatch(found["said"]))), None)
    if form is None:
        return None
    said = {name: text or "" for name, text in form.groupdict().items()}
    people, _, ours = said.get("people", "").partition(" instead of ")
    return Told(
        found["score"] or "",
        said.get("words", ""),
        code,
        article,
        (said.get("wrong", ""), said.get("right", "")),
        _numbers(people),
        _numbers(said.get("ours", ours)),
        int(said.get("of", 0)),
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"(?:^|, | and )(\d+)", text))


def boards_in(lines: Iterable[str]) -> tuple[Pairs, int]:
    """Parse the pairs and the receiver of the bye in the lines of an answer."""
    boards = [match for line in lines if (match := BOARD.match(line))]
    pairs = frozenset(frozenset((int(one[1]), int(one[2]))) for one in boards if one[2])
    return pairs, next((int(one[1]) for one in boards if not one[2]), 0)


def mate(whole: Paired, tpn: int) -> tuple[int, ...]:
    """Return the opponent of a player, or an empty tuple."""
    return tuple(other for pair in whole.boards for other in pair if tpn in pair and other != tpn)


def contradicts_rounds(told: Told, right: Paired, other: Paired) -> str:
    """Compare a reason with both rounds. Return an error message, or an empty string."""
    if told.of and told.players and mate(other, told.of) != told.players:
        return f"{told.of} meets {mate(other, told.of)} there, not {told.players}"
    if told.of and told.instead and mate(right, told.of) != told.instead:
        return f"{told.of} meets {mate(right, told.of)}, not {told.instead}"
    for value, whole in zip(told.values, (other, right), strict=True):
        for one, another in re.findall(r"(\d+) meets (\d+)", value):
            if (int(another),) != mate(whole, int(one)):
                return f"there is no {value}"
    if told.words.startswith(SCORE_OF_BYE) and told.players != _bye(other):
        return f"the bye is {_bye(other)}, not {told.players}"
    if told.words.startswith(SCORE_OF_BYE) and (told.instead or _bye(other)) != _bye(right):
        return f"the bye is {_bye(right)}, not {told.instead}"
    if told.words.startswith("the pairing-allocated bye goes to") and (told.players, told.instead) != (
        _bye(other),
        _bye(right),
    ):
        return f"the byes are {_bye(other)} and {_bye(right)}"
    return ""


def _bye(whole: Paired) -> tuple[int, ...]:
    return (whole.bye,) if whole.bye else ()


def contradicts_boards(lines: Sequence[str], right: Paired, other: Paired) -> str:
    """Check the list of boards in an answer. Return an error message, or an empty string."""
    pairs, bye = boards_in(lines)
    turned = frozenset(map(frozenset, other.boards)), other.bye
    unlike = frozenset(frozenset(board) for board in other.boards - right.boards)
    expected = unlike, other.bye if other.bye != right.bye else 0
    return "" if (pairs, bye) == expected else f"boards {sorted(map(sorted, pairs))} {bye}, but {turned}"


def as_points(text: str) -> list[Fraction]:
    """Parse a comma-separated list of numbers. The word ``none`` means an empty list."""
    return [] if text == "none" else [Fraction(part) for part in text.split(", ")]


MIRRORED = 4
"""In walks with up to this number of participants, both initial-colours are tried.

Larger walks use both initial-colours only for the Dubov System.
"""


class Unit(NamedTuple):
    subject: str
    size: int
    unplayed: bool
    rounds: int
    initial_colour: str

    @property
    def words(self) -> str:
        whom = f"{self.size} {'teams' if self.subject.startswith('team') else 'players'}"
        exception = "with one round that somebody does not play" if self.unplayed else "who all play"
        colour = "" if self.initial_colour == "w" else ", Black first"
        return f"{self.subject}: {whom} {exception}, {self.rounds} rounds{colour}"

    @property
    def file_name(self) -> str:
        return "".join(letter if letter.isalnum() else "-" for letter in self.words)

    def walk(self, subject: Subject[Any]) -> Walk[Any]:
        return Walk(subject, self.size, self.unplayed, self.rounds, self.initial_colour)


PLAYED: dict[bool, tuple[int, ...]] = {False: (4, 4, 4, 4, 4), True: (4, 4, 4, 3)}
"""The number of rounds in walks without absences and forfeits. The first entry is for events of 2 participants.

The key True is for team events, which take longer because a match has more possible results. Two cores finish all walks
in about an hour.
"""

UNPLAYED: dict[bool, tuple[int, ...]] = {False: (0, 4, 4, 3, 2, 2), True: (0, 4, 3, 2)}
"""The number of rounds in walks with an absence or a forfeit. The first entry is for events of 2 participants."""


def units(names: frozenset[str]) -> Iterator[Unit]:
    cases = [(False, size) for size in range(2, 7)] + [(True, size) for size in range(3, 8)]
    for unplayed, size in sorted(cases, key=sum):
        for subject in EVERY.values():
            if subject.name in names and size <= subject.most:
                deepest = (UNPLAYED if unplayed else PLAYED)[subject.name.startswith("team")]
                rounds = deepest[size - 2]
                both = size <= MIRRORED or subject.edition.startswith("dubov/")
                for colour in "wb" if both else "w":
                    yield Unit(subject.name, size, unplayed, rounds, colour)


def position(subject: Subject[Any], lot: Random, sizes: Sequence[int] = ()) -> Any:
    """Make a random position that the system's own pairings can reach."""
    walk = Walk(subject, lot.choice(sizes or range(3, subject.most + 1)), unplayed=lot.random() < 0.5)
    node = Node(subject.start(walk.size, lot.choice(subject.walks), lot.choice("wb")), NOT_YET, 1)
    depth = lot.randrange(min(node.event.rounds_total, walk.rounds))
    chosen, kind = lot.choice(list(walk.before(node)))
    for _ in range(depth):
        answer = transcribed(subject, chosen.event)
        if answer is None:
            break
        way, exception = lot.choice(list(walk.outcomes(chosen, kind, len(answer.boards))))
        node = Node(subject.after(chosen.event, answer, way, kind), exception, 1)
        chosen, kind = lot.choice(list(walk.before(node)))
    return lot.choice(list(walk.variants(chosen.event)))


def any_position(subject: Subject[Any], lot: Random, sizes: Sequence[int]) -> Any:
    """Make a position after random legal rounds."""
    size = lot.choice(sizes)
    event = subject.start(size, lot.randint(3, size + 1), lot.choice("wb"))
    for _ in range(lot.randrange(event.rounds_total)):
        past = any_legal(event, lot)
        if past is None:
            break
        event = subject.after(event, past, tuple(lot.choice(subject.played) for _ in past.boards), "")
    return event


POINT = 10
"""The number of tenths in a point."""

Counted: TypeAlias = list[tuple[int, int]]
"""For each player that a criterion counts, the player's number and value."""


class Value(NamedTuple):
    """The value of a criterion in a round.

    With ``lists``, the value is a list of numbers in descending order. Otherwise, the value is the sum of the numbers.
    """

    counted: Counted
    lists: bool = False
    named: bool = True
    """Whether an explanation must name the players."""
    by_hand: tuple[int, ...] = ()
    """The players to whom the proposed colours deny a preference, named if they are more than the pairs must deny."""

    @property
    def key(self) -> object:
        """The value as a sort key. Better values have smaller keys."""
        values = sorted((value for _, value in self.counted), reverse=True)
        return values if self.lists else sum(values)

    @property
    def who(self) -> set[int]:
        return {tpn for tpn, value in self.counted if value or self.lists}

    def contradicts(self, text: str, names: Sequence[int]) -> str:
        """Check the printed value and the printed names. Return an error message, or an empty string."""
        expected = [Fraction(value, POINT) for value in self.key] if self.lists else [Fraction(str(self.key))]  # type: ignore[attr-defined]
        who = self.who
        if len(self.by_hand) > len(who):
            expected, who = [Fraction(len(self.by_hand))], set(self.by_hand)
        if as_points(text) != expected:
            return f"{text}, but it is {[str(one) for one in expected]}"
        return "" if set(names) == who or not self.named else f"names {sorted(names)}, but it is {sorted(who)}"


Values: TypeAlias = list[tuple[str, Value]]
"""The code and the value of each criterion, in order. Several criteria may have the same code."""


def contradiction(told: Told, right: Values, other: Values) -> str | None:
    """Check a reason that names a criterion. Return an error message, or an empty string.

    Return None if the rounds have the same values in all criteria.
    """
    for (code, ours), (_, theirs) in zip(right, other, strict=True):
        if ours.key != theirs.key:
            if told.code != code:
                return f"{told.code}, but {code} differs"
            wrong = theirs.contradicts(told.values[0], told.players)
            instead = told.instead or (told.players if ours.who == theirs.who else ())
            return wrong or ours.contradicts(told.values[1], instead)
    return None


# --- C.04.3, 2026 -----------------------------------------------------------------------------------------------------


def ones(players: Iterable[dutch.Player]) -> Value:
    return Value([(player.tpn, 1) for player in players])


def denied(whole: Paired, one: dutch.Player, two: dutch.Player, *, strong: bool = False) -> list[dutch.Player]:
    """Return the players of a pair who do not get their preferred colour."""
    strengths = dutch.denied(one, two)
    if not strengths or (strong and STRONG not in strengths):
        return []
    found = []
    for player in (one, two):
        wish = preference(player.colours)
        colour = dutch.WHITE if any(white == player.tpn for white, _ in whole.boards) else dutch.BLACK
        if wish.colour not in (dutch.NO_COLOUR, colour):
            found.append(player)
    return found


def values_2026(
    bracket: dutch.Bracket, candidate: dutch.Candidate, whole: Paired, below: Sequence[dutch.Player], *, same: bool
) -> Values:
    """Compute the value of each criterion of Article 2 in a bracket."""
    by_tpn = {player.tpn: player for player in (*bracket.mdps, *bracket.residents, *below)}
    following = [player for player in below if player.score == max(other.score for other in below)]
    down = candidate.downfloaters
    onward = floating_on(whole, down, following) if following else []
    mdps = [player for player in bracket.mdps if player in down]
    residents = [player for player in down if player not in bracket.mdps]
    met = dutch.mdp_pairs(candidate)
    bye = by_tpn.get(whole.bye)
    alone = len(down) == 1 and bye is not None and bye in down
    looking = not same

    def again(players: Iterable[dutch.Player], kind: str, ago: int) -> Value:
        return ones(player for player in players if player.floats[-ago] == kind)

    def differences(pairs: Iterable[dutch.Pair], floated: Callable[[dutch.Pair], bool], of: int) -> Value:
        return Value([(pair[of].tpn, pair[0].score - pair[1].score) for pair in pairs if floated(pair)], lists=True)

    def of_mdps(ago: int) -> Value:
        found = differences(met, lambda pair: pair[0].floats[-ago] == dutch.DOWNFLOAT, 0)
        limbo = [(p.tpn, p.score - bracket.score + POINT) for p in mdps if p.floats[-ago] == dutch.DOWNFLOAT]
        return found._replace(counted=found.counted + limbo)

    def of_opponents(ago: int) -> Value:
        return differences(met, lambda pair: pair[1].floats[-ago] == dutch.UPFLOAT, 1)

    refused = [player for pair in candidate.pairs for player in denied(whole, *pair)]
    strong = [player for pair in candidate.pairs for player in denied(whole, *pair, strong=True)]
    wishes = [(player.tpn, preference(player.colours)) for pair in candidate.pairs for player in pair]
    whites = {white for white, _ in whole.boards}
    turned = [(tpn, wish) for tpn, wish in wishes if wish.colour == (dutch.BLACK if tpn in whites else dutch.WHITE)]
    turned_strong = tuple(tpn for tpn, wish in turned if wish.strength == STRONG)
    top = [dutch.allocate(*pair) for pair in candidate.pairs if pair[0].topscorer or pair[1].topscorer]
    as_due = all((white.tpn, black.tpn) in whole.boards for white, black in top)
    after = [(player, player.colours + colour) for pair in top for player, colour in zip(pair, "wb", strict=True)]
    too_far = ones(player for player, colours in after if abs(colour_difference(colours)) > 2)
    third = ones(player for player, colours in after if colours[-3:] in ("www", "bbb"))
    next_score = following[0].score if following else 0
    return [
        ("C5", Value([(bye.tpn, bye.score)] if bye is not None and looking else [], lists=True)),
        ("C6", ones(down)),
        ("C7", Value([(player.tpn, player.score) for player in mdps], lists=True)),
        ("C8", ones(onward if looking else ())),
        ("C8", Value([(p.tpn, p.score) for p in onward if looking and p.score > next_score], lists=True)),
        ("C9", Value([(bye.tpn, bye.unplayed)] if alone and bye is not None else [])),
        ("C10", too_far._replace(named=as_due)),
        ("C11", third._replace(named=as_due)),
        ("C12", ones(refused)._replace(by_hand=tuple(tpn for tpn, _ in turned))),
        ("C13", ones(strong)._replace(by_hand=turned_strong)),
        ("C14", again(residents, dutch.DOWNFLOAT, 1)),
        ("C15", again((two for _, two in met), dutch.UPFLOAT, 1)),
        ("C16", again(residents, dutch.DOWNFLOAT, 2)),
        ("C17", again((two for _, two in met), dutch.UPFLOAT, 2)),
        ("C18", of_mdps(1)),
        ("C19", of_opponents(1)),
        ("C20", of_mdps(2)),
        ("C21", of_opponents(2)),
    ]


def candidate_of(bracket: Sequence[dutch.Player], pairs: Pairs) -> dutch.Candidate:
    by_tpn = {player.tpn: player for player in bracket}
    made = tuple(
        (one, other)
        for pair in among(pairs, by_tpn)
        for one, other in [sorted((by_tpn[tpn] for tpn in pair), key=dutch.ranking)]
    )
    return dutch.Candidate(made, frozenset(bracket).difference(*made))


def dutch_2026(event: Event, right: Paired, other: Paired, told: Told) -> str:
    """Check a reason that cites C.04.3 of 2026. Return an error message, or an empty string."""
    players = [dutch.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]
    for paired in dutch.pair_brackets(event):
        bracket = paired.bracket
        members = bracket.mdps + bracket.residents
        ours, theirs = (candidate_of(members, pairs_of(one)) for one in (right, other))
        if set(map(frozenset, ours.pairs)) == set(map(frozenset, theirs.pairs)):
            continue
        if Fraction(told.score or 0) != Fraction(bracket.score, POINT):
            return f"the bracket of {told.score} points, but it is that of {bracket.score}"
        below = [player for player in players if player.score < bracket.score]
        same = ours.downfloaters == theirs.downfloaters
        values = [values_2026(bracket, one, whole, below, same=same) for one, whole in ((ours, right), (theirs, other))]
        found = contradiction(told, *values)
        return in_order_of_bsns(bracket, ours, theirs, told) if found is None else found
    return "no bracket differs"


def in_order_of_bsns(bracket: dutch.Bracket, ours: dutch.Candidate, theirs: dutch.Candidate, told: Told) -> str:
    """[4.2 to 4.4] Check a reason about the order of candidates. Return an error message, or an empty string."""
    members = bracket.mdps + bracket.residents
    number = {player.tpn: place for place, player in enumerate(members, 1)}
    mates = [_mates(one.pairs) for one in (ours, theirs)]
    moved = [player.tpn for player in bracket.mdps]
    if moved:
        paired = [[number[tpn] for tpn in moved if tpn in mate] for mate in mates]
        if paired[0] != paired[1]:
            return _chosen(told, "4.4.2", paired, members)
        for tpn in moved:
            if mates[0].get(tpn) != mates[1].get(tpn):
                return _opponents(told, "4.2.2", tpn, mates, number)
    rest = [p for p in bracket.residents if mates[0].get(p.tpn) not in moved]
    number = {player.tpn: place for place, player in enumerate(rest, 1)}
    return _of_remainder(told, rest, number, mates)


def _of_remainder(told: Told, rest: Sequence[dutch.Player], number: dict[int, int], mates: list[dict[int, int]]) -> str:
    inside = [{tpn: mate for tpn, mate in one.items() if tpn in number and mate in number} for one in mates]
    half = len(inside[0]) // 2
    tops = [{number[tpn] for tpn, mate in one.items() if number[tpn] < number[mate]} for one in inside]
    leave = [sorted(set(range(1, half + 1)) - one, reverse=True) for one in tops]
    join = [sorted(one - set(range(1, half + 1))) for one in tops]
    exchanged = [{rest[place - 1].tpn for place in (*leave[side], *join[side])} for side in (0, 1)]
    for article, measure in (
        ("4.3.2.1", [len(one) for one in leave]),
        ("4.3.2.2", [sum(join[side]) - sum(leave[side]) for side in (0, 1)]),
    ):
        if measure[0] != measure[1]:
            return _expected(told, article, measure, exchanged[::-1])
    for article, both in (("4.3.2.3", leave), ("4.3.2.4", join)):
        if both[0] != both[1]:
            return _chosen(told, article, both, rest)
    for player in rest:
        if number[player.tpn] in tops[0] and inside[0].get(player.tpn) != inside[1].get(player.tpn):
            return _opponents(told, "4.2.2", player.tpn, inside, number)
    return "nothing differs"


def _mates(pairs: Iterable[dutch.Pair]) -> dict[int, int]:
    return {a.tpn: b.tpn for one, two in pairs for a, b in ((one, two), (two, one))}


def _expected(told: Told, article: str, measure: Sequence[int], who: Sequence[set[int]]) -> str:
    if not told.article.endswith(f" {article}"):
        return f"{told.article}, but {article} differs"
    if told.values != (str(measure[1]), str(measure[0])):
        return f"{told.values}, but it is {measure[::-1]}"
    instead = set(told.instead) or (set(told.players) if who[0] == who[1] else set())
    return "" if (set(told.players), instead) == (who[0], who[1]) else f"names {told}, but it is {who}"


def _chosen(told: Told, article: str, both: Sequence[Sequence[int]], players: Sequence[dutch.Player]) -> str:
    one, another = next((a, b) for a, b in zip(*both, strict=True) if a != b)
    expected = (str(another), str(one)), (players[another - 1].tpn,), (players[one - 1].tpn,)
    if not told.article.endswith(f" {article}"):
        return f"{told.article}, but {article} differs"
    return "" if (told.values, told.players, told.instead) == expected else f"{told}, but it is {expected}"


def _opponents(told: Told, article: str, tpn: int, mates: Sequence[dict[int, int]], number: dict[int, int]) -> str:
    right, other = (one[tpn] for one in mates)
    expected = tpn, (str(number[other]), str(number[right]))
    if not told.article.endswith(f" {article}"):
        return f"{told.article}, but {article} differs"
    return "" if (told.of, told.values) == expected else f"{told}, but it is {expected}"


# --- Burstein, Dubov --------------------------------------------------------------------------------------------------


def burstein_2026(event: Event, right: Paired, other: Paired, told: Told) -> str:
    """Check a reason based on C.04.4.2, or on C.04.3 in seeding rounds. Return an error message, or an empty string."""
    if coming_round(event) <= burstein.seeding_rounds(event.rounds_total):
        return dutch_2026(event, right, other, told)
    players = [burstein.player(event, tpn) for tpn in present(event)]
    if right.bye != other.bye:
        return score_of_bye(told, {player.tpn: player.score for player in players}, right, other)
    lower = [player for player in players if player.tpn != right.bye]
    floaters: list[burstein.Player] = []
    while lower:
        top = max(player.score for player in lower)
        members = sorted([*floaters, *(p for p in lower if p.score == top)], key=burstein.ranking)
        lower = [player for player in lower if player.score < top]
        met = [among(pairs_of(whole), (player.tpn for player in members)) for whole in (right, other)]
        down = [[p for p in members if not any(p.tpn in pair for pair in pairs)] for pairs in met]
        if met[0] != met[1]:
            if Fraction(told.score or 0) != Fraction(top, POINT):
                return f"the bracket of {told.score} points, but it is that of {top}"
            same = {p.tpn for p in down[0]} == {p.tpn for p in down[1]}
            values = [
                _of_burstein(members, met[side], down[side], lower, (right, other)[side], top, same=same)
                for side in (0, 1)
            ]
            found = contradiction(told, *values)
            return from_the_ends(told, members, met) if found is None else found
        floaters = down[0]
    return "no bracket differs"


def _of_burstein(
    members: Sequence[burstein.Player],
    met: Pairs,
    down: Sequence[burstein.Player],
    lower: Sequence[burstein.Player],
    whole: Paired,
    top: int,
    *,
    same: bool,
) -> Values:
    by_tpn = {player.tpn: player for player in members}
    score = max((player.score for player in lower), default=0)
    following = [*down, *(player for player in lower if player.score == score)]
    inside = among(pairs_of(whole), (player.tpn for player in following))
    onward = [p for p in following if not any(p.tpn in pair for pair in inside)] if lower and not same else []
    refused = []
    for pair in met:
        one, two = (by_tpn[tpn] for tpn in pair)
        if one.due.colour == two.due.colour != "-":
            white = next(tpn for tpn, _ in whole.boards if tpn in pair)
            refused += [p for p in (one, two) if (p.due.colour == "w") != (p.tpn == white)]
    return [
        ("C5", Value([(p.tpn, 1) for p in down])),
        ("C6", Value([(p.tpn, p.score) for p in down if p.score > top], lists=True)),
        ("C7", Value([(p.tpn, 1) for p in onward])),
        ("C7", Value([(p.tpn, p.score) for p in onward if p.score > score], lists=True)),
        ("C8", Value([(p.tpn, 1) for p in refused])),
    ]


def from_the_ends(told: Told, members: Sequence[burstein.Player], met: Sequence[Pairs]) -> str:
    """[4.3] Check a reason about the first player whose opponent differs between the rounds.

    Return an error message, or an empty string.
    """
    number = {player.tpn: place for place, player in enumerate(members, 1)}
    for player in members:
        mates = [tuple(t for pair in pairs if player.tpn in pair for t in pair - {player.tpn}) for pairs in met]
        if mates[0] != mates[1]:
            values = tuple("".join(str(number[t]) for t in one) for one in mates[::-1])
            expected = player.tpn, mates[1], mates[0]
            if (told.of, told.players, told.instead) != expected:
                return f"{told}, but it is {expected}"
            return "" if "" in values or told.values == values else f"{told.values}, but it is {values}"
    return "nothing differs"


def score_of_bye(told: Told, score: dict[int, int], right: Paired, other: Paired) -> str:
    """[3.1] Check a reason for the choice of the bye. Return an error message, or an empty string."""
    scores = [Fraction(score[whole.bye], POINT) for whole in (other, right)]
    if (told.players, told.instead) != ((other.bye,), (right.bye,)):
        return f"{told}, but the byes are {other.bye} and {right.bye}"
    is_by_score = "lowest score" in told.words and "ranked" not in told.words
    if is_by_score != (scores[0] != scores[1]):
        return f"{told.words}, but the scores are {scores}"
    if is_by_score and [Fraction(value) for value in told.values] != scores:
        return f"{told.values}, but the scores are {scores}"
    return ""


def dubov_2026(event: Event, right: Paired, other: Paired, told: Told) -> str:
    players = [dubov.player(event, tpn) for tpn in present(event)]
    by_tpn = {player.tpn: player for player in players}
    if right.bye != other.bye:
        games = [str(len(by_tpn[whole.bye].colours)) for whole in (other, right)]
        if "games played" in told.words and list(told.values) != games:
            return f"{told.values}, but it is {games}"
        return score_of_bye(told, {player.tpn: player.score for player in players}, right, other)
    number = coming_round(event)
    this = dubov.Round(number, number >= event.rounds_total, dubov.max_t(event.rounds_total))
    left = [player for player in players if player.tpn != right.bye]
    while left:
        top = max(player.score for player in left)
        residents = {player.tpn for player in left if player.score == top}
        taken = [{t for pair in pairs_of(whole) if pair & residents for t in pair} for whole in (right, other)]
        inside = [among(pairs_of(whole), taken[side]) for side, whole in enumerate((right, other))]
        if taken[0] != taken[1] or inside[0] != inside[1]:
            values = [_of_dubov(by_tpn, top, residents, inside[side], this, (right, other)[side]) for side in (0, 1)]
            if Fraction(told.score or 0) != Fraction(top, POINT):
                return f"the bracket of {told.score} points, but it is that of {top}"
            found = contradiction(told, *values)
            return found or ""
        left = [player for player in left if player.tpn not in taken[0]]
    return "no bracket differs"


def _of_dubov(
    by_tpn: dict[int, dubov.Player], top: int, residents: set[int], inside: Pairs, this: dubov.Round, whole: Paired
) -> Values:
    up = [by_tpn[tpn] for pair in inside for tpn in pair if tpn not in residents]
    most = [p for p in up if len(p.upfloats) >= this.max_t and not this.is_last]
    refused = []
    for pair in inside:
        one, two = (by_tpn[tpn] for tpn in pair)
        if one.due.colour == two.due.colour:
            white = next(tpn for tpn, _ in whole.boards if tpn in pair)
            refused += [p for p in (one, two) if (p.due.colour == "w") != (p.tpn == white)]
    return [
        ("C5", Value([(p.tpn, 1) for p in up])),
        ("C6", Value([(p.tpn, top - p.score) for p in up], lists=True)),
        ("C7", Value([(p.tpn, 1) for p in refused])),
        ("C8", Value([(p.tpn, 1) for p in most])),
        ("C9", Value([(p.tpn, len(p.upfloats)) for p in most])),
        ("C10", Value([(p.tpn, 1) for p in up if not this.is_last and this.number - 1 in p.upfloats])),
    ]


# --- Double-Swiss, teams ----------------------------------------------------------------------------------------------

Refused = Callable[[MatchEvent, tuple[int, int]], Sequence[bool]]
"""A function that lists the denied preferences of a pair. True stands for a strong preference."""


def _match(event: MatchEvent, excepted: int, refused: Refused | None, whole: Sequence[Paired], told: Told) -> str:
    everybody = top_scoregroup.coming_round(event, excepted)
    right, other = whole
    if right.bye != other.bye:
        return score_of_bye(told, dict(everybody.scores), right, other)
    coming = Coming(everybody.players - {right.bye}, everybody.scores, everybody.barred, everybody.spared)
    left = coming.players
    while left:
        residents = top_scoregroup.top_scoregroup(coming, left)
        taken = [residents.union(*(pair for pair in pairs_of(one) if pair & residents)) for one in whole]
        inside = [among(pairs_of(one), taken[side]) for side, one in enumerate(whole)]
        if taken[0] != taken[1] or inside[0] != inside[1]:
            if Fraction(told.score or 0) != Fraction(coming.scores[min(residents)], POINT):
                return f"the bracket of {told.score} points is not the first that differs"
            sides = [_Side(event, coming, left, residents, taken[side], whole[side]) for side in (0, 1)]
            if taken[0] != taken[1]:
                found = contradiction(told, *(side.of_set() for side in sides))
                return _first_of_sets(told, coming, residents, taken) if found is None else found
            found = contradiction(told, *(side.of_pairs(refused) for side in sides))
            return _by_identifier(told, inside) if found is None else found
        left -= taken[0]
    return "no bracket differs"


class _Side(NamedTuple):
    """A round without the scoregroups that are already paired. ``taken`` is the top scoregroup with its upfloaters."""

    event: MatchEvent
    coming: Coming
    left: frozenset[int]
    residents: frozenset[int]
    taken: frozenset[int]
    whole: Paired

    @property
    def chosen(self) -> frozenset[int]:
        return self.taken - self.residents

    def of_set(self) -> Values:
        scores, top = self.coming.scores, self.coming.scores[min(self.residents)]
        onward = upfloaters_into_following(self.coming, self.left - self.taken, self.residents, pairs_of(self.whole))
        return [
            ("C4", Value([(tpn, 1) for tpn in self.chosen])),
            ("C5", Value([(tpn, top - scores[tpn]) for tpn in self.chosen], lists=True)),
            ("C6", Value([(tpn, 1) for tpn in onward])),
            ("C7", Value([(tpn, 1) for tpn in self.chosen & self.coming.spared])),
        ]

    def of_pairs(self, refused: Refused | None) -> Values:
        pairs = [(min(pair), max(pair)) for pair in among(pairs_of(self.whole), self.taken)]
        met = [next(t for t in pair if t in self.residents) for pair in pairs if len(self.chosen & set(pair)) == 1]
        floated = Value([(tpn, 1) for tpn in met if tpn in self.coming.spared])
        if refused is None:
            return [("C8", floated)]
        strong = [one for pair in pairs for one in refused(self.event, pair)]
        return [
            ("C8", Value([(0, 1) for _ in strong], named=False)),
            ("C9", Value([(0, 1) for one in strong if one], named=False)),
            ("C10", floated),
        ]


def _first_of_sets(told: Told, coming: Coming, residents: frozenset[int], taken: Sequence[frozenset[int]]) -> str:
    orders = [top_scoregroup.set_order(coming, one - residents) for one in taken]
    one, another = next((a, b) for a, b in zip(*orders, strict=True) if a != b)
    return "" if (told.players, told.instead) == ((another,), (one,)) else f"{told}, but {another} instead of {one}"


def _by_identifier(told: Told, inside: Sequence[Pairs]) -> str:
    """[3.6.2] Check a reason that names the first different pair. Return an error message, or an empty string."""
    tops = [sorted(min(pair) for pair in pairs) for pairs in inside]
    if tops[0] != tops[1]:
        one, another = next((a, b) for a, b in zip(*tops, strict=True) if a != b)
        expected: tuple[object, ...] = 0, (another,), (one,)
    else:
        bottom = [{min(pair): max(pair) for pair in pairs} for pairs in inside]
        top = next(top for top in tops[0] if bottom[0][top] != bottom[1][top])
        expected = top, (bottom[1][top],), (bottom[0][top],)
    return "" if (told.of, told.players, told.instead) == expected else f"{told}, but it is {expected}"


def double_swiss_2026(event: MatchEvent, right: Paired, other: Paired, told: Told) -> str:
    return _match(event, double_swiss.EXCEPTED_ROUNDS, None, (right, other), told)


def team_2026(event: MatchEvent, right: Paired, other: Paired, told: Told) -> str:
    def refused(event: MatchEvent, pair: tuple[int, int]) -> list[bool]:
        return [preference.strong for preference in team.refused_preferences(event, pair)]

    return _match(event, team.EXCEPTED_ROUNDS, refused, (right, other), told)


AGAINST: dict[str, Callable[..., str]] = {
    "dutch/2026": dutch_2026,
    "burstein/2026": burstein_2026,
    "dubov/2026": dubov_2026,
    "double-swiss/2026": double_swiss_2026,
    "team/2026": team_2026,
}
