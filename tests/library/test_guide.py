"""The guide for programmers (docs/python.md): every task runs by itself, and its types are checked."""

import doctest
import inspect
import re
import shutil
import subprocess
import sys
import typing
from importlib import import_module
from pathlib import Path

import pytest

import swisspair
from checker.causes.trials import EventCause, Extent, RoundCause
from pairing_engine.answers.comparison import Explanation
from pairing_engine.facts.asked_wishes import AskedAs
from pairing_engine.facts.model import Tournament
from pairing_engine.facts.wishes import Wishing
from pairing_engine.kernel.bye import ByeStep, MayMeetInRound
from pairing_engine.kernel.findings import Finding, TwoRounds
from swisspair import Event, Game, Result, Settings, former_names, read
from tests.places import FIXTURES, ROOT

PACKAGES = ("swisspair", "pairing_engine", "checker", "trf")
GUIDE = ROOT / "docs" / "python.md"
TASKS = re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
WORKED = str(FIXTURES / "worked" / "held-2026-before-round-4.trf")
LATER = {
    kind.__name__: kind for kind in (RoundCause, EventCause, Extent, Explanation, Finding, TwoRounds, Wishing, ByeStep)
} | {"AskedAs": AskedAs, "MayMeetInRound": MayMeetInRound}
"""The types of fields whose modules are not loaded before they are asked for."""

NOT_CALLED = {"SYSTEMS", "Points", "Tpn"}
"""The public names that are neither functions nor classes of ours."""


def test_the_guide_has_thirteen_tasks() -> None:
    assert len(TASKS) == 13


@pytest.mark.parametrize(("title", "text"), TASKS, ids=[title for title, _ in TASKS])
def test_a_task_of_the_guide_runs_by_itself(title: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest(text, {}, title, str(GUIDE), 0)
    found = doctest.DocTestRunner().run(test)
    assert found.attempted > 0
    assert found.failed == 0


def test_the_public_names_are_few() -> None:
    assert len(dir(swisspair)) <= 45


def test_every_public_name_is_brought_by_a_star() -> None:
    brought: dict[str, object] = {}
    exec("from swisspair import *", brought)
    assert set(dir(swisspair)) <= set(brought)


@pytest.mark.parametrize("name", sorted({*dir(swisspair)} - NOT_CALLED))
def test_signatures_and_types_are_known_before_anything_is_called(name: str) -> None:
    """For a class with all its methods, too, whatever its module imports only when it is used."""
    value = getattr(swisspair, name)
    shown = inspect.signature(value)
    assert "values" not in shown.parameters
    fields = getattr(value, "_fields", None) or tuple(getattr(value, "__fields__", ()))
    assert set(fields) <= set(shown.parameters)
    members = [
        getattr(one, "fget", None) or getattr(one, "func", one)
        for key, one in inspect.getmembers(value)
        if key[0] != "_"
    ]
    for one in [value, *(one for one in members if str(getattr(one, "__module__", "")).startswith(PACKAGES))]:
        if inspect.isroutine(one) or isinstance(one, type):
            typing.get_type_hints(one, localns=LATER)


def test_help_of_the_package_reads_like_a_page() -> None:
    from pydoc import plain, render_doc

    assert len(plain(render_doc(swisspair)).splitlines()) < 120


def test_games_without_a_result_give_no_points_in_a_written_event() -> None:
    """Reading G6: before the round is finished, its games count nothing, in every place alike."""
    event = read(WORKED)
    round_ = event.pair()
    after = event.play(round_)
    points = {one.number: one["PTS"] + (one.tpn == round_.bye) for one in after.standings(tie_breaks=("PTS",))}  # type: ignore[operator]
    written = {int(line[4:8]): float(line[80:84]) for line in after.write().splitlines() if line.startswith("001")}
    assert written == points
    again = read(after.write())
    assert (again.under_way, again.rounds) == (True, after.rounds)


@pytest.mark.parametrize("dialect", ["trf26", "TRF26", "trf16x", "trf16"])
def test_a_dialect_is_named_by_a_word(dialect: str) -> None:
    assert ("\nXXR " in read(WORKED).write(dialect)) is ("16" in dialect)


def test_a_file_for_bbppairings_has_the_code_that_it_reads() -> None:
    """Its reader knows FIDE_DUTCH_2025 and FIDE_BURSTEIN, and refuses every other code."""
    event = read("fixtures/club-2026-altered.trf")
    assert "\n192 FIDE_DUTCH_2025\n" in event.write("bbp6")
    assert event.write("bbp6").replace("_2025", "_2026") == event.write("trf16x")


def test_a_path_is_no_dialect() -> None:
    with pytest.raises(TypeError, match=r"dialect: found 'out.trf', expected trf26, trf16x or bbp6"):
        read(WORKED).write("out.trf")


@pytest.mark.parametrize(
    "results", [(Result.WIN, Result.WIN), (Result.WIN, Result.DRAW), (Result.WIN, Result.FORFEIT_LOSS)]
)
def test_results_that_contradict_each_other_are_refused_in_memory(results: tuple[Result, Result]) -> None:
    with pytest.raises(ValueError, match=r"game 1-2: found the results . and ., expected results that fit together"):
        Game(swisspair.Tpn(1), swisspair.Tpn(2), *results)


WHAT_IF = 'read(WORKED).what_if("absent:9", "result:3:1-4=1-0").changes'
CLUB = Event("Club", ["Aalto", "Bianchi", "Castro", "Dvorak"], settings=Settings(rounds=3, initial_colour="white"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stated", "meant"),
    [
        ('Game(1, 2, "1", "0")', "Game(1, 2, Result.WIN, Result.LOSS)"),
        ('read(WORKED).what_if("absent:Louise", "result:3:Alice-David=1-0").changes', WHAT_IF),
        ('read(WORKED).what_if("Louise-Kevin", "Alice-bye").changes', 'read(WORKED).what_if("9-8", "1-bye").changes'),
        ("Prohibition(1, 3, [1, 2])", "Prohibition(1, 3, frozenset({1, 2}))"),
        ('CLUB.pair(avoid_pairs=[("Aalto", 2)]).boards', "CLUB.pair(avoid_pairs=[(1, 2)]).boards"),
        (
            'read(WORKED), read(WORKED).standings(tie_breaks="BH")',
            'read(WORKED), read(WORKED).standings(tie_breaks=["BH"])',
        ),
    ],
)
def test_a_plain_value_is_taken(stated: str, meant: str) -> None:
    names = {**vars(swisspair), **globals()}
    names |= {name: getattr(swisspair, name) for name in ("Prohibition",)}
    assert eval(stated, names) == eval(meant, names)


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ("Game(1, 1, Result.WIN, Result.LOSS)", "game 1-1: found one player twice, expected two"),
        ("CLUB.pair(system=5)", "system: found 5, expected a name such as dutch, or a System such as SYSTEMS.'dutch'"),
        ("CLUB.pair(avoid=5)", "avoid: found 5, expected a list or a tuple"),
        ('CLUB.judge("1-2")', "boards: found '1-2', expected a list or a tuple"),
        ('CLUB.feasible("3")', "rounds: found '3', expected a whole number"),
        ('swisspair.Plan(players="12")', "players: found '12', expected a whole number"),
        ('swisspair.Plan(draws="many")', "draws: found 'many', expected a number"),
        ('swisspair.Prohibition("1", 3, [1, 2])', "first_round: found '1', expected a whole number"),
        ('swisspair.Participant(1, "Aalto", fide_number=5)', "fide_number: found 5, expected a text"),
        ('swisspair.event.model.VirtualPoints("1", 1, 2, [1])', "points: found '1', expected a whole number"),
        ('Game(1, 2, "1", "0", second=("1", "1"))', "game 1-2: found the results 1 and 1"),
        ('Event("Club", ["Aalto"], under_way="yes")', "under_way: found 'yes', expected True or False"),
        ("CLUB.what_if(5)", "changes: found 5, expected a text"),
        ('CLUB.play(CLUB.pair(), {1: "1-0"})', "results: found 1, expected a text"),
        ('CLUB.enter(["1:1-0"])', "results: found .'1:1-0'., expected a text"),
        ('CLUB.add(["Aalto 1500"])', "players: found .'Aalto 1500'., expected a Participant"),
        ("CLUB.what_if()", "changes: nothing would change"),
        ('CLUB.absent("1", "2", "3", "4").feasible(1)', "round 1 cannot be paired: nobody takes part in it"),
        ('Event("Club", ["Aalto"], teams=["A"])', "teams: found 'A', expected a Team"),
        ("CLUB.pair(True)", "round: found True, expected a whole number"),
        ('CLUB.pair(avoids="club")', "there is no argument 'avoids'; those about wishes are avoid, avoid_pairs"),
        ('CLUB.wish(avoids="club")', "there is no argument 'avoids'; those about wishes are avoid, avoid_pairs"),
        ("CLUB.why(None)", "player: found None, expected a number or a name"),
        ('CLUB.add("")', "list: there is no player; each line names one"),
        ('Event.new("Club", "Aalto\\nBerg", 0)', "found 0 rounds, expected between 1 and 99"),
    ],
)
def test_what_breaks_a_law_is_refused_in_words(stated: str, words: str) -> None:
    with pytest.raises((TypeError, ValueError, swisspair.BadRequest, swisspair.TrfProblems), match=words):
        eval(stated)


@pytest.mark.parametrize(
    ("stated", "about"),
    [
        ("CLUB.pair(0)", "round"),
        ('Event.new("Four", "A\\nB\\nC\\nD", 3, "round-robin").rank_by("BH")', "force"),
        ('CLUB.describe(town="Kiel")', "town"),
        ('CLUB.describe(first_day="soon")', "first_day"),
        ("CLUB.play(CLUB.pair()).stand_in(9, 3)", "leaving"),
        ("CLUB.play(CLUB.pair()).stand_in(1, 9)", "instead"),
        ("CLUB.play(CLUB.pair()).stand_in(1, 2)", "instead"),
        ('CLUB.play(CLUB.pair(), ["1-0", "="]).stand_in(1, 2)', "leaving"),
    ],
)
def test_a_refusal_names_its_argument(stated: str, about: str) -> None:
    with pytest.raises(swisspair.BadRequest) as refused:
        eval(stated)
    assert refused.value.about == about


def test_an_event_is_saved_as_its_name_says(tmp_path: Path) -> None:
    """As the programs write JSON if the name of the output ends in .json."""
    event = CLUB.play(CLUB.pair())
    for name, first in (("club.json", "{"), ("club.JSON", "{"), ("club.trf", "0")):
        event.save(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8")[0] == first
        assert read(tmp_path / name).rounds == event.rounds


@pytest.mark.parametrize("name", ["birth_date", "fide_number", "federation", "Rating"])
def test_a_refused_field_is_named_as_its_argument(name: str) -> None:
    with pytest.raises(swisspair.BadRequest) as refused:
        CLUB.edit(1, **{name: "?!"})  # type: ignore[arg-type]
    assert refused.value.about == name


def test_the_players_of_teams_can_be_given_by_their_former_name() -> None:
    with pytest.warns(DeprecationWarning, match=r"Tournament\(players=...\) is now members"):
        event = Tournament("Club", (), players=(swisspair.Participant(swisspair.Tpn(1)),))  # type: ignore[call-arg]
    assert [one.tpn for one in event.members] == [1]


def test_a_bad_record_192_has_its_line_in_the_error() -> None:
    event = read("012 Club\n192 FIDE_KLINGON_2026\n142 3\n001    1\n001    2\n")
    with pytest.raises(swisspair.NoEdition, match="the event names FIDE_KLINGON_2026") as found:
        event.pair()
    assert found.value.line == 2


def test_a_place_maps_the_columns_of_the_table_to_numbers() -> None:
    """So `pandas.DataFrame(standings(event))` has numbers in its columns."""
    rows = [dict(place) for place in read(WORKED).standings(tie_breaks=("PTS", "BH", "SB"))]
    assert all(list(row) == ["rank", "number", "name", "PTS", "BH", "SB"] for row in rows)
    assert all(isinstance(row[code], (int, float)) for row in rows for code in ("PTS", "BH", "SB"))


def test_a_notebook_shows_names_as_text() -> None:
    event = Event("<b>Club</b>", ["<script>", "Bianchi"], settings=Settings(rounds=1, initial_colour="white"))  # type: ignore[arg-type]
    shown = [event, event.pair(), event.why(1), event.check(), event.play(event.pair(), ["1-0"]).standings()]
    for value in shown:
        html = value._repr_html_()  # type: ignore[attr-defined]
        assert "&lt;script&gt;" in html or "script" not in html
        assert "<script" not in html


def test_a_notebook_draws_the_brackets_of_a_round() -> None:
    round_ = read(WORKED).pair()
    html = round_._repr_html_()
    assert html.count("<svg viewBox") == len(round_.trace) > 1
    assert html.count('<line class="pair"') == len(round_.boards)


ALTERED = str(FIXTURES / "club-2026-altered.trf")


@pytest.mark.parametrize(
    ("answer", "rows", "brackets", "pairs", "dashed"),
    [
        (read(WORKED).why(1), 0, 1, 2, 0),  # the bracket in which player 1 has an opponent
        (read(WORKED).why_not(1, 3), 5, 3, 4, 2),  # 4 boards would differ; 2 of the new ones join two brackets
        (read(WORKED).judge([(1, 3)]), 5, 3, 4, 2),
        (read(WORKED).what_if("absent:5"), 4, 2, 3, 1),  # and the bye
        (read(WORKED).what_if("absent:10"), 0, 0, 0, 0),  # nothing but the bye disappears
        (read(ALTERED).check(), 0, 1, 2, 2),  # two opponents are exchanged
    ],
)
def test_a_notebook_draws_an_answer_with_the_other_boards_dashed(
    answer: typing.Any, rows: int, brackets: int, pairs: int, dashed: int
) -> None:
    html = answer._repr_html_()
    shapes = "<tr>", "<svg viewBox", '<line class="pair"', '<path class="instead"'
    assert tuple(map(html.count, shapes)) == (rows, brackets, pairs, dashed)


def test_a_former_name_works_and_names_its_successor() -> None:
    for name, (_, new) in former_names.METHODS.items():
        with pytest.warns(DeprecationWarning, match=rf"^swisspair.{name} is now {new}$"):
            assert callable(getattr(swisspair, name))
    for home, names in former_names.MOVED.items():
        for name in names.split():
            with pytest.warns(DeprecationWarning, match=rf"^swisspair.{name} is now {home}.{name}$"):
                getattr(swisspair, name)
    with pytest.warns(DeprecationWarning, match=r"Event.read is now swisspair.read"):
        event = Event.read(WORKED)
    with pytest.warns(DeprecationWarning, match=r"Event.unpaired is now Event.unpair"):
        assert len(event.unpaired(force=True).rounds) == 2
    with pytest.warns(DeprecationWarning, match=r"lines\(\) is now lines"):
        assert [*event.why(1).lines()] == event.why(1).lines
    with pytest.raises(AttributeError, match="evnt"):
        swisspair.evnt  # type: ignore[attr-defined]  # noqa: B018


MOVED = {
    "checker.diff": {"compare": "pairing_engine.kernel.trace", "Difference": "pairing_engine.kernel.trace"},
    "pairing_engine.kernel.trace": {"Finding": "pairing_engine.kernel.findings"},
    "pairing_engine.facts.model": {
        "AskedAs": "pairing_engine.facts.asked_wishes",
        "barred_from_bye": "pairing_engine.facts.wishes",
        "groups_apart": "pairing_engine.facts.wishes",
        "in_force": "pairing_engine.facts.wishes",
    },
}


@pytest.mark.parametrize("former", MOVED)
def test_a_former_home_names_the_new_one(former: str) -> None:
    for name, home in MOVED[former].items():
        with pytest.warns(DeprecationWarning, match=rf"^{former}.{name} is now {home}.{name}$"):
            assert getattr(import_module(former), name) is getattr(import_module(home), name)
    with pytest.raises(AttributeError, match="nobody"):
        import_module(former).nobody  # noqa: B018


@pytest.mark.parametrize(("old", "new"), [("differing", "number_of_faults"), ("disagreeing", "differing_rounds")])
def test_an_old_name_stays_with_a_warning(old: str, new: str) -> None:
    report = read(WORKED).check()
    with pytest.warns(DeprecationWarning, match=f"FileReport.{old} is now {new}"):
        assert getattr(report, old) == getattr(report, new)


MISTAKES = {
    "Pair a round": ("event.pair()", "event.pair(round='1')", "arg-type"),
    "Build an event": ('bye="half"', 'by="half"', "call-arg"),
    "A team event": ("teams=teams", "team=teams", "call-arg"),
    "Check an event": ("report.differing_rounds", "report.differing_round", "attr-defined"),
    "Ask why": ("event.why_not(1, 3)", "event.why_not(1)", "call-arg"),
    "Standings": ("first.rank", "first.rnk", "attr-defined"),
    "Simulate": ("verify=False", "verfy=False", "call-arg"),
    "Many files": ("cause=False", "cause='no'", "arg-type"),
    "An own criterion": ("event.pair(system=ours)", "event.pair(system=5)", "arg-type"),
    "Every error": ("one.line", "one.lin", "attr-defined"),
    "Types": ('event.absent("Aalto", ', 'event.absent(["Aalto"], ', "arg-type"),
    "In a notebook": ("event.pair()", "event.pairs()", "attr-defined"),
    "Behind a web server": ("read(body)", "read(5)", "arg-type"),
}
"""For each task of the guide: the right words, the words of a typing mistake, and mypy's name for it."""


def typed_tasks(folder: Path) -> dict[str, str]:
    """Write each task twice, as it stands and with its mistake, and the code of other pages; return the faults."""
    expected = {}
    for number, ((title, text), (task, (right, wrong, fault))) in enumerate(
        zip(TASKS, MISTAKES.items(), strict=True), 1
    ):
        code = "\n".join(line[4:] for line in text.splitlines() if line.startswith((">>> ", "... ")))
        assert title.startswith(task)
        assert right in code
        (folder / f"right_{number}.py").write_text(code, encoding="utf-8")
        (folder / f"wrong_{number}.py").write_text(code.replace(right, wrong, 1), encoding="utf-8")
        expected[f"wrong_{number}.py"] = fault
    for name in ("README.md", "docs/quick-start.md", "docs/conversation.md", "docs/managers.md"):
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        code = "\n".join(line[4:] for line in lines if line.startswith((">>> ", "... ")))
        (folder / f"{Path(name).stem.replace('-', '_')}.py").write_text(code, encoding="utf-8")
    return expected


def test_mypy_accepts_every_task_and_finds_the_mistake_in_each(tmp_path: Path) -> None:
    expected = typed_tasks(tmp_path)
    call = [sys.executable, "-m", "mypy", "--strict", "--show-error-codes", *map(str, sorted(tmp_path.glob("*.py")))]
    found = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert dict(re.findall(r"(\w+\.py):\d+: error: .*\[([a-z-]+)\]", found.stdout)) == expected, found.stdout


@pytest.mark.skipif(not shutil.which("pyright"), reason="pyright is not installed")
def test_pyright_accepts_every_task_and_finds_the_mistake_in_each(tmp_path: Path) -> None:
    expected = typed_tasks(tmp_path)
    call = ["pyright", "--pythonpath", sys.executable, str(tmp_path)]
    found = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert set(re.findall(r"(\w+\.py):\d+:\d+ - error", found.stdout)) == set(expected), found.stdout
