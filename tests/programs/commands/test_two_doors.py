"""Evenings by lot, played through the command line and through the page's library: one file, byte for byte."""

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from checker import check
from pairing_engine.facts.model import NoteKind, Tournament
from swisspair.conversation import ask
from tests.programs.commands.calls import DONE, Call, put
from trf import examine

EVENINGS = int(os.environ.get("EVENINGS", "6"))
"""The number of evenings; `make proof PART=evenings` plays 300."""

FILE = "club.trf"
SYSTEMS = ("dutch", "dutch", "dutch", "dubov", "burstein", "lim", "double-swiss", "team", "team")
SURNAMES = (
    *("Aalto", "Bianchi", "Castro", "Dvorak", "Edlund", "Fiala", "Gruber", "Haas"),
    *("Ilic", "Jansen", "Kovac", "Lund", "Maier", "Novak", "Olsen", "Petrov"),
)


class Evening:
    """One event in two files: ``club.trf``, which the command line changes, and the text that the page holds."""

    def __init__(self, call: Call, seed: int) -> None:
        self.call, self.lot = call, Random(seed)
        self.text, self.past = "", list[str]()
        self.disturbed: set[int] = set()
        """The rounds that were paired before something was corrected or stated on which they stand."""
        self.states: dict[str, set[int]] = {}
        self.late = 0

    def change(self, words: list[str], question: dict[str, Any]) -> bool:
        """Make one change through both doors, and compare the files. Return whether it was possible."""
        found = self.call("swisspair", *words, FILE, "--in-place")
        answer = json.loads(ask(json.dumps({**question, "name": FILE, "trf": self.text})))
        assert (found.status == DONE) is ("error" not in answer), (words, found.errors, answer.get("error"))
        if found.status == DONE:
            self.take(answer["trf"])
            if words[0] != "--pair":
                said = [f"{FILE}: {line}" for line in answer["notices"]]
                assert [line for line in found.errors.splitlines() if ": ADJ-" not in line] == said
        assert Path(FILE).read_text(encoding="utf-8") == self.text, words
        return found.status == DONE

    def take(self, text: str) -> None:
        self.states[self.text] = set(self.disturbed)
        if self.text not in ("", text):
            self.past.append(self.text)
        self.text = text
        found = examine(text.encode())
        assert {one.code for one in found.adjustments} <= {"ADJ-12", "ADJ-77"}, found.adjustments
        byes = [(one.number("round"), tpn) for one in found.file.records if one.code == "240" for tpn in one.numbers()]
        assert len(byes) == len(set(byes))

    def undo(self) -> None:
        """Take a step back, or two steps and the second one again."""
        twice = len(self.past) > 1 and self.lot.random() < 0.3
        for word in ("undo", *(("undo", "redo") if twice else ())):
            assert self.call("swisspair", word, FILE, "--in-place").status == DONE
        self.states[self.text] = set(self.disturbed)
        self.text = self.past.pop()
        self.disturbed = set(self.states[self.text])
        assert Path(FILE).read_text(encoding="utf-8") == self.text

    @property
    def event(self) -> Tournament:
        return examine(self.text.encode()).tournament

    def begin(self) -> None:
        lot, system = self.lot, self.lot.choice(SYSTEMS)
        people = lot.sample(SURNAMES, lot.randint(6, 14))
        lines = [f"{name};{lot.randint(1200, 2200)}" for name in people]
        boards = 2 if system == "team" else None
        if boards:
            lines = [f"{team}{seat};{lot.randint(1200, 2200)};{team}" for team in people for seat in "abc"]
        listed = "name;rating;club\n" + "".join(f"{line}\n" for line in lines)
        rounds, baku = lot.randint(3, 5), lot.random() < 0.25 and system in ("dutch", "dubov")
        put("list.csv", listed)
        words = ["--new", "list.csv", "--rounds", str(rounds), "--date", "2026-11-19", "--initial-colour", "white"]
        words += ["--system", system, "--name", "Club", "--output", FILE, *(["--baku"] if baku else [])]
        words += ["--boards", "2"] if boards else []
        found = self.call("swisspair", *words)
        assert found.status == DONE, found.errors
        question = {"ask": "new", "list": listed, "rounds": rounds, "day": "2026/11/19", "colour": "white"}
        question |= {"system": system, "event": "Club", "baku": baku, "name": FILE, "boards": boards}
        answer = json.loads(ask(json.dumps(question)))
        assert "error" not in answer, answer
        self.take(answer["trf"])
        assert Path(FILE).read_text(encoding="utf-8") == self.text

    def play(self) -> None:
        self.begin()
        for _ in range(60):
            event = self.event
            if event.under_way:
                self.during(event)
            elif event.settings.rounds == len(event.rounds) or not self.between(event):
                break
        self.checked()

    def somebody(self, event: Tournament) -> str:
        one = self.lot.choice(event.participants)
        return one.name if self.lot.random() < 0.5 else str(one.number)

    def between(self, event: Tournament) -> bool:
        """Change something between two rounds, or pair. Return False if the next round cannot be paired."""
        lot, name = self.lot, self.somebody(event)
        what = lot.random()
        if what < 0.08:
            self.change(["--withdraw", name], {"ask": "withdraw", "players": name})
        elif what < 0.16:
            self.change(["--return", name], {"ask": "return", "players": name})
        elif what < 0.24:
            bye = lot.choice(["", "=H"])
            round_ = len(event.rounds) + lot.randint(1, 2)
            words = ["--away", f"{name}{bye}", "--round", str(round_)]
            self.change(words, {"ask": "away", "players": f"{name}{bye}", "round": round_})
        elif what < 0.34:
            self.enlarge(event)
        elif what < 0.40:
            rating = str(lot.randint(1200, 2200))
            person = lot.choice(event.players)
            words = ["--edit", str(person.number), f"rating={rating}"]
            self.change(words, {"ask": "edit", "player": str(person.number), "fields": {"rating": rating}})
        elif what < 0.46 and event.rounds:
            self.correct(event)
        elif what < 0.52 and self.past:
            self.undo()
        else:
            return self.pair(event)
        return True

    def enlarge(self, event: Tournament) -> None:
        self.late += 1
        club = f", {self.lot.choice(event.participants).name}" if event.members else ""
        line, renumber = f"Late{chr(96 + self.late)}, {self.lot.randint(1200, 2200)}{club}", self.lot.random() < 0.5
        words = ["--add", line, *(["--renumber"] if renumber else [])]
        if self.change(words, {"ask": "add", "list": line, "renumber": renumber}) and renumber:
            self.disturbed |= set(range(1, len(event.rounds) + 1))

    def pair(self, event: Tournament) -> bool:
        lot, name = self.lot, self.somebody(event)
        words, question = ["--pair", "--output", "pairs"], dict[str, Any](ask="next-round")
        if lot.random() < 0.2:
            words, question = [*words, "--absent", name], {**question, "absent": name}
        if lot.random() < 0.15:
            one, other = lot.sample([int(each.number) for each in event.participants], 2)
            strength = lot.choice(["weak", "strong", "hard"])
            words += ["--avoid-pairs", f"{one}-{other}", "--strength", strength]
            question |= {"avoid_pairs": f"{one}-{other}", "strength": strength}
        if lot.random() < 0.1 and event.settings.system.startswith("FIDE_DUTCH"):
            words, question = [*words, "--baku"], {**question, "baku": True}
        done = self.change(words, question)
        if done and not event.settings.states_baku and self.event.settings.states_baku:
            self.disturbed |= set(range(1, len(event.rounds) + 1))  # the whole event is accelerated from now on
        return done

    def during(self, event: Tournament) -> None:
        """Change something while a round is played: results, boards made by hand, or the round is taken back."""
        lot, what = self.lot, self.lot.random()
        recorded = event.rounds[-1]
        if what < 0.15:
            one, other = lot.sample([str(tpn) for tpn in recorded.paired()], 2)
            hand = lot.random() < 0.8
            words = ["--swap", f"{one}-{other}", *(["--by-hand"] if hand else [])]
            self.change(words, {"ask": "swap", "players": f"{one}-{other}", "by_hand": hand})
        elif what < 0.22:
            force = lot.random() < 0.5
            self.change(["--unpair", *(["--force"] if force else [])], {"ask": "unpair", "force": force})
        elif what < 0.30:
            self.undo()
        else:
            self.enter(event, None)

    def correct(self, event: Tournament) -> None:
        number = self.lot.randint(1, len(event.rounds))
        if self.enter(event, number):
            self.disturbed |= set(range(number + 1, len(event.rounds) + 1))

    def enter(self, event: Tournament, number: int | None) -> bool:
        lot = self.lot
        double, of_teams = event.settings.double, bool(event.members)
        recorded = event.rounds[(number or len(event.rounds)) - 1]
        places = range(1, len(recorded.pairings) + 1)
        boards = [f"{place}.{seat}" for place in places for seat in (1, 2)] if of_teams else list(map(str, places))
        many = 1 if number else lot.randint(1, len(boards))
        results = {board: lot.choice(["1-0", "0-1", "1/2-1/2", "+-"]) for board in lot.sample(boards, many)}
        if double:
            results = {board: f"{one}/{lot.choice(['1-0', '0-1', '1/2-1/2'])}" for board, one in results.items()}
            results = {board: one.replace("1/2-1/2", "½-½") for board, one in results.items()}
        words = ["--enter", " ".join(f"{board}:{result}" for board, result in results.items())]
        words += ["--round", str(number)] if number else []
        return self.change(words, {"ask": "enter", "results": results, "round": number})

    def checked(self) -> None:
        """Compare the rounds that swisscheck explains with those that were made by hand."""
        event = self.event.settled
        by_hand = {note.round for note in event.notes if note.kind is NoteKind.MANUAL}
        if not event.rounds:
            return
        for one in check(event).rounds:
            if one.note.startswith(NoteKind.MANUAL.value):
                assert one.number in by_hand
            else:
                assert one.number not in by_hand or one.status.value == "agrees", one
            if one.number not in by_hand | self.disturbed:
                assert one.status.value == "agrees", (one.number, one.status, one.difference)


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_both_doors_write_the_same_file(call: Call, seed: int) -> None:
    Evening(call, seed).play()
