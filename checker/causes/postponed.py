"""Games of the round before that were played later: they counted as draws, or not at all, in the pairing of a round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from checker.causes.trials import COUNTED, Change, ChangeKind, Trial
from pairing_engine.facts.model import NOBODY, Result, Tpn
from pairing_engine.kernel.trace import Difference, Pair

LEAST_DIFFERING = 8
"""The least number of boards that differ before postponed games come into question. Fewer may agree by chance."""

BOARDS_OF_GAME = 2
"""The least number of boards that differ for each postponed game."""

MOST_GAMES, MOST_TOGETHER = 14, 5
"""The numbers of games, those of the first wrong boards, that a step changes alone, and two at a time."""

MOST_PAIRINGS = 120
"""The largest number of pairings that the search tries."""

Games = frozenset[Pair]


def postponed(trial: Trial) -> Change | None:
    """Find at least two games of the round before that explain every board of a round. Raises `TrialsSpentError`."""
    differing = len(trial.difference.recorded)
    if trial.state.number == 1 or differing < LEAST_DIFFERING or trial.state.settings.team is not None:
        return None
    for value in COUNTED:
        search = _Search(trial, value)
        games, rest = search.nearer(search.by_score())
        games = search.needed(games) if rest == ((), ()) else games
        if rest == ((), ()) and 2 <= len(games) <= differing // BOARDS_OF_GAME:
            return search.change(games)
    return None


class _Search:
    """A search for the games of the round before that were played later, and had the result ``value`` until then."""

    def __init__(self, trial: Trial, value: str) -> None:
        self.trial, self.value = trial, value
        self.round = trial.state.number - 1
        scoring = trial.state.scoring
        points = {Result.WIN: scoring.win, Result.DRAW: scoring.draw, Result.LOSS: scoring.loss}
        then = points[COUNTED[value][0]]
        self.gains: dict[Pair, dict[Tpn, int]] = {}
        for game in trial.state.earlier_rounds[-1].games:
            results = game.white_result, game.black_result
            if results != COUNTED[value] and points.keys() >= {*results} and game.second is None:
                self.gains[game[:2]] = {tpn: then - points[one] for tpn, one in zip(game[:2], results, strict=True)}
        self.game_of = {tpn: game for game in self.gains for tpn in game}

    def change(self, games: Games) -> Change:
        players = tuple(tpn for game in sorted(games, key=min) for tpn in game)
        return Change(ChangeKind.POSTPONED, players, self.round, self.value)

    def by_score(self) -> Games:
        """Find the games that bring the recorded opponents of the round closest in score, and few games."""
        boards = (map(self.game_of.get, pair) for pair in self.trial.opponents.items())
        linked = {frozenset(games) for games in boards}
        units = [
            *map(_only, self.gains),
            *(Games(game for game in unit if game) for unit in linked if None not in unit),
        ]
        found: Games = frozenset()
        while units:
            best = max((found ^ unit for unit in units), key=self._eased)
            if self._eased(best) <= self._eased(found):
                break
            found = best
        return found

    def _eased(self, games: Games) -> int:
        gains = {tpn: gain for game in games for tpn, gain in self.gains[game].items()}
        return self.trial.eased(gains) - len(games)

    def nearer(self, games: Games) -> tuple[Games, Difference]:
        """Change games of the first wrong boards, always from the games with which the fewest boards differ."""
        rest = self._left(games)
        waiting, seen = [(len(rest.recorded), len(games), games, rest)], {games}
        while waiting and len(seen) < MOST_PAIRINGS:
            waiting.sort(key=lambda one: one[:2])
            *_, games, rest = waiting.pop(0)
            if rest == ((), ()):
                break
            for other in self._near(games, rest):
                if other not in seen:
                    seen.add(other)
                    left = self._left(other)
                    waiting.append((len(left.recorded), len(other), other, left))
        return min([(games, rest), *(one[2:] for one in waiting)], key=lambda one: len(one[1].recorded))

    def needed(self, games: Games) -> Games:
        """Leave out the games without which the round agrees, too."""
        for game in sorted(games):
            fewer = games - {game}
            if fewer and self._left(fewer) == ((), ()):
                games = fewer
        return games

    def _left(self, games: Games) -> Difference:
        if not games:
            return self.trial.difference
        return self.trial.under(self.change(games)) or self.trial.difference

    def _near(self, games: Games, rest: Difference) -> Iterator[Games]:
        wrong = {tpn for pairs in rest for pair in pairs for tpn in pair} - {NOBODY}
        place = self.trial.place
        first = sorted(wrong, key=lambda tpn: place.get(tpn, len(place)))
        near = [*dict.fromkeys(self.game_of[tpn] for tpn in first if tpn in self.game_of)][:MOST_GAMES]
        yield from (games ^ _only(game) for game in near)
        yield from (games ^ frozenset(two) for two in combinations(near[:MOST_TOGETHER], 2))


def _only(game: Pair) -> Games:
    return frozenset([game])
