"""swisscheck: reports, editions, causes that it names, and pairings checked by name."""

import re
import warnings
import zipfile
from pathlib import Path
from typing import Any

import pytest

from checker import checking
from checker.causes.trials import ChangeKind, steps_of
from checker.report_in_words import of_event
from pairing_engine.errors import BadRequest
from pairing_engine.facts.asked_wishes import Asked, wishes_of
from pairing_engine.facts.model import Participant, Tournament, Tpn
from pairing_engine.facts.names import find, find_all, find_pair, named
from tests.builders import tournament
from tests.places import FIXTURES
from tests.programs.commands.calls import Call, put
from tests.programs.legacy.events import FIVE, WRONG
from trf import read, write


def test_archives_are_searched_for_tournaments(check: Call) -> None:
    """Members are known by their content and come in the order of their names; two may have the same name."""
    put("events/open.tab", FIVE)
    with zipfile.ZipFile("events/more.zip", "w") as archive:
        archive.writestr("b/wrong.trf", WRONG)
        archive.writestr("a.trf", FIVE)
        archive.writestr("readme.txt", "not a tournament")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            archive.writestr("a.trf", WRONG)
    outcome = check("events")
    assert outcome.status == 1
    assert [line.partition(": ")[0] for line in outcome.output.splitlines() if line.startswith("events/")] == [
        *("events/more.zip/a.trf", "events/more.zip/a.trf (2)", "events/more.zip/b/wrong.trf", "events/open.tab"),
    ]
    assert "checked 4 tournaments, 4 rounds: 2 rounds differ" in outcome.last_line


@pytest.mark.parametrize("form", ["json", "csv"])
def test_programs_are_told_which_record_would_help(check: Call, form: str) -> None:
    put("open.trf", write(tournament(4, "1~3:+- 2~4:+-", initial=None)))
    assert "without the initial colour; add record 152" in check("open.trf", "--format", form).output


REAL, TRUTH = FIXTURES / "cases" / "real", FIXTURES / "cases" / "truth"


def test_causes_as_values(check: Call) -> None:
    def file(path: Path, *options: str) -> Any:
        return check(path, "--format", "json", *options).value["files"][0]

    baku = REAL / "sharly-import-baku.trf"
    assert [(cause["subject"], cause["value"], cause["differing"]) for cause in file(baku)["causes"]] == [
        ("acceleration", "none", [1]),
        ("initial-colour", "White", []),
    ]
    assert "causes" not in file(baku, "--no-cause")
    first = file(REAL / "budapest-b-2026.trf")["rounds"][0]
    assert first["cause"]["changes"] == [
        {"kind": "late entry", "players": [19], "first_paired": [[83, 0]], "then": [[19, 83]]}
    ]
    assert {"kind": "board by hand", "players": [19, 83]} in first["cause"]["alternatives"]
    assert first["players"][0].keys() == {"number", "name", "score"}
    corrected = file(TRUTH / "result-1.trf")
    assert corrected["rounds"][3]["cause"]["changes"] == [
        {"kind": "another result", "players": [18, 11], "round": 3, "value": "0-1"}
    ]
    assert corrected["cause_search"]["stopped"] is False
    assert file(REAL / "points-all-zero.trf")["cause_search"]["unexplained"] == [2, 3, 4, 5, 6, 7]
    # Round 4 would be explained by several other results, but rounds that agree would then differ.
    refuted = file(FIXTURES / "cases" / "truth4" / "two-initial-swap-1.trf")["rounds"][3]["cause"]
    kinds = {change["kind"] for change in (*refuted["changes"], *refuted.get("alternatives", ()))}
    assert kinds == {"board by hand"}


def test_the_page_says_what_the_text_says(check: Call) -> None:
    baku, result = REAL / "sharly-import-baku.trf", TRUTH / "result-1.trf"
    check(baku, result, "--html", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "<p>Baku Acceleration</p>" in page
    assert "<p>The initial-colour is Black.</p>" in page
    assert "<p>The initial-colour is White.</p>" in page
    for path in (baku, result):
        said = [line.strip() for line in check(path).output.splitlines() if re.search("would (be )?explain", line)]
        assert said
        assert all(re.sub(r" \([\d.]+\)", "", line) in page for line in said)


def test_a_corrected_result_is_found_within_few_pairings(monkeypatch: pytest.MonkeyPatch) -> None:
    event = read(TRUTH / "result-1.trf")
    monkeypatch.setattr("checker.differing.steps_for", lambda players, rounds: 300 * steps_of(players, rounds))
    causes = [found.cause for found in checking.check(event).rounds if found.cause is not None]
    assert ChangeKind.RESULT in [change.kind for cause in causes for change in cause.changes]


def test_a_search_that_stops_at_its_bound_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    event = read(TRUTH / "result-1.trf")
    monkeypatch.setattr("checker.differing.steps_for", lambda *_: 600)
    found = checking.check(event)
    assert found.search is not None
    assert found.search.stopped
    assert 0 < found.search.pairings < 600 // steps_of(20, 1)
    *_, words = of_event(found)
    assert words.startswith("the search for an explanation stopped at its limit of 600 steps, after it had ")


NAMES = ("Dvořák, Hana", "Müller-Åström, Øyvind", "Li, Wei", "Olivia Rossi", "Rossi, Ada", "Nguyễn, Đức")
PEOPLE = tuple(Participant(Tpn(number), name) for number, name in enumerate(NAMES, 1))
FILE = FIXTURES / "worked" / "held-2026-before-round-4.trf"


@pytest.mark.parametrize(("text", "numbers"), [
    ("dvorak", [1]), ("DVOŘ", [1]), ("hana dvorak", [1]), ("oyvind", [2]), ("muller", [2]), ("åström", [2]),
    ("li", [3]),
    ("oliv", [4]), ("rossi", [4, 5]),
    ("rossi a", [5]), ("duc", [6]), ("5", [5]), ("55", []), ("", []), ("-", []),
])  # fmt: skip
def test_a_part_of_a_name(text: str, numbers: list[int]) -> None:
    assert [one.tpn for one in named(PEOPLE, text)] == numbers


@pytest.mark.parametrize(("text", "words"), [
    ("rossi", "'rossi' matches 4 Olivia Rossi; 5 Rossi, Ada: give the number"),
    ("dvorjak", "there is no participant dvorjak in this event; the nearest is 1 Dvořák, Hana"),
    ("77", "there is no participant 77 in this event: numbers go from 1 to 6"),
    ("zzz", "there is no participant zzz in this event"),
])  # fmt: skip
def test_an_unknown_or_ambiguous_name_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadRequest) as refused:
        find(PEOPLE, text)
    assert str(refused.value) == words


def test_lists_and_pairs() -> None:
    """In a list or a pair, a name may contain a comma or a hyphen."""
    assert [one.tpn for one in find_all(PEOPLE, "Dvořák, Hana, 3,Rossi, Ada")] == [1, 3, 5]
    assert [one.tpn for one in find_all(PEOPLE, "li; dvorak")] == [3, 1]
    assert [one.tpn for one in find_pair(PEOPLE, "muller-åström-li")] == [2, 3]
    assert [one.tpn for one in find_pair(PEOPLE, "1-muller-astrom")] == [1, 2]
    with pytest.raises(BadRequest, match="expected two participants"):
        find_pair(PEOPLE, "li")


def test_wishes_name_players() -> None:
    event = Tournament("Club", PEOPLE)
    by_name = Asked(avoid_pairs="dvorak-li", prefer_bye="Rossi, Ada", no_bye="oyvind,3")
    by_number = Asked(avoid_pairs="1-3", prefer_bye="5", no_bye="2,3")
    assert wishes_of(event, by_name) == wishes_of(event, by_number)


@pytest.mark.parametrize(("by_name", "by_number"), [
    (("--why", "carla", FILE), ("--why", 3, FILE)),
    (("--why", "CARLA", 5, FILE), ("--why", 3, 5, FILE)),
    (("--why-not", "kevin-finn", FILE), ("--why-not", "8-6", FILE)),
    (("--why-not", "kevin-bye", FILE), ("--why-not", "8-bye", FILE)),
    (("--what-if", "absent:marco", "alice-carla", FILE), ("--what-if", "absent:10", "1-3", FILE)),
    (("--what-if", "prohibit:carla - david", FILE), ("--what-if", "prohibit:3-4", FILE)),
    (("--what-if", "marco-bye", FILE), ("--what-if", "10-bye", FILE)),
    (("--judge", "david-bruno,carla-alice", FILE), ("--judge", "4-2,3-1", FILE)),
    (("--why-rank", "alice-bruno", FILE, "--tiebreaks", "BH"), ("--why-rank", "1-2", FILE, "--tiebreaks", "BH")),
])  # fmt: skip
def test_questions_name_players(call: Call, by_name: tuple[object, ...], by_number: tuple[object, ...]) -> None:
    found = call("swisspair", *by_name)
    assert found.output == call("swisspair", *by_number).output
    assert found.output
