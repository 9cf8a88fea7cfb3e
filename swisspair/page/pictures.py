"""Drawings of the brackets of a round, for the page of a report and for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import zip_longest
from typing import NamedTuple

from checker.questions import words
from checker.questions.moment import Moment
from checker.questions.what_if import WhatIf
from checker.questions.why import Why
from checker.questions.why_not import Verdict, WhyNot
from checker.report import FileReport, RoundReport
from pairing_engine.answers.account import BracketAccount
from pairing_engine.answers.card import RoundCard, card_of
from pairing_engine.answers.paired import PairedRound, pair
from pairing_engine.facts.formats import html_table
from pairing_engine.facts.model import Tournament
from pairing_engine.kernel.trace import Pair
from pairing_engine.language import say
from pairing_engine.systems.choice import Choice
from pairing_engine.systems.system import System
from swisspair.page.environment import render

LONGEST = 12
"""The most rows of a bracket that is drawn as a whole. Of a longer one, only the players in question appear."""


class Picture(NamedTuple):
    """Brackets of a round, each with the players to draw (None for all), and other boards, which are dashed."""

    card: RoundCard
    brackets: tuple[tuple[BracketAccount, Set[int] | None], ...]
    instead: tuple[Sequence[int], ...] = ()


def picture_of(card: RoundCard, players: Set[int], instead: Iterable[Sequence[int]] = ()) -> Picture:
    """Return the brackets in which the rules pair one of these players, or give the bye."""
    brackets = (
        (one, players if max(len(one.tops), len(one.others)) > LONGEST else None)
        for one in card.brackets
        if players & ({*one.floaters} & {card.bye}).union(*one.pairs)
    )
    return Picture(card, tuple(brackets), tuple(instead))


def picture_of_report(tournament: Tournament, system: System, report: RoundReport) -> Picture | None:
    """Return the brackets of a round that differs; None if the rules demand no other round, or another one today."""
    wrong, right = report.difference
    if not right:
        return None
    recorded = tournament.rounds[report.number - 1]
    number = {one.tpn: one.number for one in tournament.participants}
    card = pair(tournament, report.number, system).card
    kept = {frozenset((number[one.white], number[one.black])) for one in recorded.meetings()} - {*map(frozenset, wrong)}
    if {frozenset((board.white, board.black)) for board in card.boards} - kept - {*map(frozenset, right)}:
        return None  # wishes of the command line have changed the round
    return picture_of(card, {number for boards in (wrong, right) for board in boards for number in board}, wrong)


def drawings(shown: object) -> str:
    """Return what a notebook shows below a round, an answer or a report: other boards in a table, and drawings."""
    table, pictures = "", []
    match shown:
        case PairedRound(card=card):
            pictures = [Picture(card, tuple((bracket, None) for bracket in card.brackets))]
        case WhyNot(moment=moment, round=other) | Verdict(moment=moment, round=other):
            table, pictures = _beside(moment, other)
        case WhatIf(moment=moment, as_it_would_be=other):
            table, pictures = _beside(moment, other)
        case Why(moment=moment, player=player):
            pictures = [picture_of(_card(moment), {moment.shown(player.tpn)})]
        case FileReport(tournament=Tournament() as tournament, choice=choice, rounds=rounds):
            drawn = (picture_of_report(tournament, choice.system, one) for one in rounds)
            pictures = [one for one in drawn if one is not None]
    return table + "".join(render("notebook.html", picture=one) for one in pictures)


def _card(moment: Moment) -> RoundCard:
    return card_of(moment.pairing, moment.given, Choice(moment.of_event, "", ""))


def _beside(moment: Moment, other: Iterable[Pair]) -> tuple[str, list[Picture]]:
    """Return the boards that differ, side by side, and the brackets of the round with the other boards dashed."""
    right, wrong = moment.pairing.pairs, tuple(other)
    lost, new = ([one for one in boards if one not in others] for boards, others in ((right, wrong), (wrong, right)))
    if not new:
        return "", []
    boards = ((words.board(moment, one) for one in side) for side in (lost, new))
    table = html_table("", [(say("what the rules demand"), say("in that case")), *zip_longest(*boards, fillvalue="")])
    asked = moment.pairs_as_lists(new)
    players = {number for board in (*asked, *moment.pairs_as_lists(lost)) for number in board}
    return table, [picture_of(_card(moment), players, asked)]
