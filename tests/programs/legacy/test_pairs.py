"""The files that the old calls read, and the pairs and sentences that they write."""

from pathlib import Path

import pytest

from swisspair.legacy import reading
from swisspair.legacy import run as legacy
from swisspair.legacy.left_open import Worth, drawn_colour
from tests.conftest import GOLDEN, Archive
from tests.evidence.golden.recorded import archive_of, single_rounds
from tests.files.reports import cells_of
from tests.programs.legacy import events
from tests.programs.legacy.events import ACCELERATED, FIVE_LINES, FOUR, FOUR_LINES, FOUR_PAIRS, event, player
from tests.programs.legacy.integrators import heltour
from tests.programs.program import contents, swisspair


def files_after(tmp_path: Path, text: str, *flags: str) -> tuple[int, dict[str, bytes]]:
    (tmp_path / "in.trf").write_text(text)
    outcome = swisspair("--dutch", *flags, "in.trf", "-p", "out.txt", cwd=tmp_path)
    assert outcome.output == b""
    found = contents(tmp_path)
    assert found.pop("in.trf") == text.encode()
    return outcome.status, found


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        (events.FIRST_ROUND, events.FIRST_ROUND_PAIRS),
        (events.FIVE, events.FIVE_PAIRS),
        # player 5 asked for half a point and is not listed, so the first line does not count this player
        (event(*FOUR_LINES, player(5, "1.0", "0000 - U", "0000 - H")), FOUR_PAIRS),
    ],
)
def test_the_number_of_lines_then_the_pairs_and_the_bye(tmp_path: Path, text: str, pairs: bytes) -> None:
    """[4.2] The output file contains the number of lines, then the pairs, then the bye."""
    assert files_after(tmp_path, text) == (0, {"out.txt": pairs})


def test_boards_stand_by_real_scores_also_under_acceleration(tmp_path: Path) -> None:
    """[4.2] Boards are sorted by scores without virtual points."""
    assert files_after(tmp_path, ACCELERATED, "--baku") == (0, {"out.txt": events.ACCELERATED_BY_REAL_SCORES})
    own = swisspair("--pair", "--baku", "in.trf", cwd=tmp_path)
    assert (own.status, own.output) == (0, events.ACCELERATED_BY_PAIRING_SCORES)


NINE_ROUNDS = ("XXR 9", "XXC white1")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capfd: pytest.CaptureFixture[str], text: str, *words: str) -> tuple[int, str, str]:
    Path("in.trf").write_bytes(text.encode())
    status = legacy.run([word.replace("IN", "in.trf") for word in words])
    return (status, *capfd.readouterr())


def paired(text: str, *flags: str) -> bytes:
    Path("in.trf").write_bytes(text.encode())
    assert legacy.run(["--dutch", "in.trf", *flags, "-p", "out.txt"]) == 0
    return Path("out.txt").read_bytes()


ROWS = list(cells_of(Path(__file__).with_name("files.txt")))
assert len({what for _, what, *_ in ROWS}) == len(ROWS), "two rows have one name"
AS_FOUR = {what: event(*lines, head=()) for _, what, lines, others in ROWS if not others} | {
    "lines that end in CR": FOUR.replace("\n", "\r"),
    "lines that end in all ways, and blank ones": FOUR.replace("XXR 3\n", "XXR 3\r\n\n\r").replace("XXC", "\rXXC"),
    "no line end at the end": FOUR.rstrip("\n"),
    "a byte order mark": "\ufeff" + FOUR,
    "blanks before a text": FOUR.replace("012 Club", "  012 Club"),
    "lines with numbers, points and rounds alone": event(
        *((line[:8].ljust(80) + line[80:84]).ljust(89) + line[89:] for line in FOUR_LINES)
    ),
}
DECIDED = {what: (event(*lines, head=()), others[0]) for _, what, lines, others in ROWS if len(others) == 1}
REFUSED = {what: (event(*lines, head=()), *others) for _, what, lines, others in ROWS if len(others) > 1}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("text", AS_FOUR.values(), ids=AS_FOUR)
def test_a_file_that_means_the_event_of_four(text: str) -> None:
    """[4.9] Each file describes the same event of four players, and gets the same pairs."""
    assert paired(text) == FOUR_PAIRS


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("text", "pairs"), DECIDED.values(), ids=DECIDED)
def test_what_decides_the_pairing(text: str, pairs: str) -> None:
    """[4.9] The expected pairs were found by hand."""
    assert paired(text).decode().replace(" ", "-").split()[1:] == pairs.split()


@pytest.mark.parametrize(("text", "status", "theirs", "ours"), REFUSED.values(), ids=REFUSED)
def test_the_sentence_stands_first_and_ours_after_it(
    here: Path, capfd: pytest.CaptureFixture[str], text: str, status: str, theirs: str, ours: str
) -> None:
    """[4.3, 4.4] Error messages begin with bbpPairings' sentence. Our own sentence follows, with place and advice."""
    number, _, form = status.partition(" ")
    for flags in {"": (["--dutch"], []), "--dutch": (["--dutch"],), "JaVaFo's": ([],)}[form]:
        found, output, errors = said(capfd, text, *flags, "IN", "-p", "out.txt")
        assert (found, output) == (int(number), "")
        assert errors.startswith(theirs)
        assert ours in errors.removeprefix(theirs)
        assert contents(here).get("out.txt") == (b"" if number == "1" else None)


@pytest.mark.usefixtures("here")
def test_points_may_include_acceleration_and_the_next_bye() -> None:
    """[4.9] The stated points may already include virtual points and the bye of the next round."""
    virtual = [f"XXA {number:>4}  1.0  1.0  1.0  0.5  0.5" for number in range(1, 5)]
    answers = set()
    for points in ("1.0", "2.0", "1.5", "2.5"):
        first = player(1, points, "   3 w 1", "0000 - H")
        text = event(first, *events.ACCELERATED_LINES[1:], *virtual, head=NINE_ROUNDS)
        answers.add(paired(text))
    assert len(answers) == 1
    assert [line.split()[1] for line in answers.pop().splitlines()[1:]].count(b"0") == 1


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("bye", ["   0 w +", "0000 b +"])
def test_javafos_form_ignores_the_colour_of_a_bye_and_says_so(capfd: pytest.CaptureFixture[str], bye: str) -> None:
    text = event(*FOUR_LINES, player(5, "1.0", bye))
    status, output, errors = said(capfd, text, "IN", "-p")
    assert (status, output[:2]) == (0, "3\n")
    assert "in.trf:8:97: ADJ-89" in errors
    assert said(capfd, text, "--dutch", "IN", "-p")[0] == 3


def test_the_installed_program_reads_so_too(tmp_path: Path) -> None:
    """[4.9] The installed program reads a file with several irregularities."""
    text = (
        events.FIVE.replace("012 Club", "012\tClub").replace("XXR 5", "142 1\nXXR 9\nXXR 5\nXXS none")
        + "240 Q 001    1\n"
    )
    assert swisspair("--dutch", "-p", cwd=tmp_path, stdin=text.replace("\n", "\r").encode()) == (
        0,
        events.FIVE_PAIRS,
        b"",
    )
    assert swisspair("--pair", "-", cwd=tmp_path, stdin=text.encode()).status == 3


@pytest.mark.usefixtures("here")
def test_acceleration_on_request_gives_way_to_the_file() -> None:
    """[4.1, 4.9] If the file states virtual points, a request for acceleration has no effect."""
    stated = event(*events.ACCELERATED_LINES, "250       0.5 001 005 0001 0008", head=NINE_ROUNDS)
    assert paired(stated, "--baku") == paired(stated) == events.NOT_ACCELERATED
    assert paired(ACCELERATED, "-b") == events.ACCELERATED_BY_REAL_SCORES
    assert paired(ACCELERATED) == events.NOT_ACCELERATED


def test_lack_of_memory_is_a_matter_of_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """[4.3] The exit status is 4 if memory runs out, and 2 after any other unexpected error."""

    def fail(error: Exception) -> int:
        def examine(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(reading, "examine", examine)
        (tmp_path / "in.trf").write_text(FOUR)
        return legacy.run([str(tmp_path / "in.trf"), "-p"])

    assert fail(MemoryError()) == 4
    assert capsys.readouterr().err == f"Error processing file {tmp_path / 'in.trf'}: The program ran out of memory.\n"
    assert fail(ZeroDivisionError()) == 2
    assert "Traceback" in capsys.readouterr().err


OPEN = event(*(player(number, "0.0") for number in range(1, 6)), head=("XXR 5",))
"""A file before round 1 that does not state the initial-colour."""


@pytest.mark.usefixtures("here")
def test_javafos_form_draws_the_initial_colour_and_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    """[B7] JaVaFo's command draws a missing initial-colour by lot, and shows the record to add."""
    status, output, errors = said(capfd, OPEN, "IN", "-p")
    colour = drawn_colour(OPEN.encode().split(b"\n")).name.lower()
    assert status == 0
    assert errors.startswith(f"in.trf: the initial-colour is {colour}: no record tells it")
    assert f"XXC {colour}1" in errors
    assert said(capfd, f"XXC {colour}1\n{OPEN}", "IN", "-p") == (0, output, "")


@pytest.mark.usefixtures("here")
def test_the_same_file_has_the_same_colour(capfd: pytest.CaptureFixture[str]) -> None:
    """[B7] The same file always gets the same colour by lot. Line ends do not matter."""
    answers = {said(capfd, OPEN.replace("\n", end), "IN", "-p", "-w")[1] for end in ("\n", "\r\n", "\r")}
    assert len(answers) == 1
    kept = [b"XXR 5", b"001"]
    assert drawn_colour(kept) is drawn_colour([b"XXR 5  ", b"", b"001", b"  "])
    other = {drawn_colour([b"012 %d" % number, *kept, b"", b" "]) is drawn_colour([b"012 %d  " % number, b"", *kept])
             for number in range(20)}  # fmt: skip
    assert other == {True}
    names = {drawn_colour([b"XXR 5", b"012 %d" % number]) for number in range(20)}
    assert len(names) == 2


@pytest.mark.usefixtures("here")
def test_a_stated_colour_is_not_drawn_by_lot(capfd: pytest.CaptureFixture[str]) -> None:
    """[B7] There is no lot if the file states the initial-colour or no pair depends on it."""
    assert said(capfd, events.FIRST_ROUND, "IN", "-p") == (0, events.FIRST_ROUND_PAIRS.decode(), "")
    assert said(capfd, event(*FOUR_LINES, head=("XXR 9",)), "IN", "-p")[2] == ""


@pytest.mark.usefixtures("here")
def test_minus_c_draws_what_no_recorded_round_tells(capfd: pytest.CaptureFixture[str]) -> None:
    """[B7] If no recorded round shows the initial-colour, the check draws the colour by lot."""
    forfeits = (player(1, "1.0", "   3   +"), player(2, "1.0", "   4   +"))
    others = (player(3, "0.0", "   1   -"), player(4, "0.0", "   2   -"))
    status, output, errors = said(capfd, event(*forfeits, *others, head=("XXR 9",)), "IN", "-c")
    assert (status, "Round #1" in output) == (0, True)
    assert "the initial-colour is " in errors


def with_points(first: str, third: str, fourth: str, fifth: str) -> str:
    """Write an event of five players after two rounds, with the given points.

    Players 1 and 2 each have a win and a draw. Player 3 has two losses. Player 4 has a loss and an absence, and player
    5 has a bye and a win.
    """
    return event(
        player(1, first, "   3 w 1", "   2 b ="),
        player(2, first, "   4 b 1", "   1 w ="),
        player(3, third, "   1 b 0", "   5 b 0"),
        player(4, fourth, "   2 w 0", "0000 - Z"),
        player(5, fifth, "0000 - U", "   3 w 1"),
        head=("XXR 9", "XXC white1"),
    )


IMPLIED = {
    "2-1-0": (with_points("3.0", "0.0", "0.0", "4.0"), Worth(20, 10, 0, 0, 20)),
    "3-1-0": (with_points("4.0", "0.0", "0.0", "6.0"), Worth(30, 10, 0, 0, 30)),
    "3-1-0, the bye a draw": (with_points("4.0", "0.0", "0.0", "4.0"), Worth(30, 10, 0, 0, 10)),
    "half a point for the bye": (with_points("1.5", "0.0", "0.0", "1.5"), Worth(10, 5, 0, 0, 5)),
    "3-2-1": (with_points("5.0", "2.0", "1.0", "6.0"), Worth(30, 20, 10, 0, 30)),
    "a loss worth nothing before an uncommon win": (
        event(
            player(1, "2.5", "   3 w 1", "   2 b 0"),
            player(2, "2.5", "   4 b 0", "   1 w 1"),
            player(3, "2.5", "   1 b 0", "   4 w 1"),
            player(4, "2.5", "   2 w 1", "   3 b 0"),
            head=("XXR 9", "XXC white1"),
        ),
        Worth(25, 10, 0, 0, 25),
    ),
    "no draw yet": (event(*(line.replace(" 1.0 ", " 2.0 ") for line in FOUR_LINES)), Worth(20, 10, 0, 0, 20)),
}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("text", "expected"), IMPLIED.values(), ids=IMPLIED)
def test_points_imply_the_scoring_system(capfd: pytest.CaptureFixture[str], text: str, expected: Worth) -> None:
    """[B14] JaVaFo's command infers the scoring system from the players' points, and shows the record to add."""
    status, output, errors = said(capfd, text, "IN", "-p")
    assert (status, errors) == (0, f"in.trf: the points of the players imply the scoring system {expected.record}\n")
    assert said(capfd, f"{expected.record}\n{text}", "--dutch", "IN", "-p") == (0, output, "")


@pytest.mark.usefixtures("here")
def test_scoring_is_implied_in_javafos_form_and_without_records(capfd: pytest.CaptureFixture[str]) -> None:
    """[B14] Only JaVaFo's command infers the scoring system, and only if no record states it."""
    text = IMPLIED["2-1-0"][0]
    fits_nothing = with_points("3.0", "0.0", "0.0", "4.3")
    for file, *words in (
        (text, "--dutch", "IN", "-p"),
        (f"XXS PAB=1\n{text}", "IN", "-p"),
        (fits_nothing, "IN", "-p"),
        (text + player(1, "0.0") + "\n", "IN", "-p"),
    ):
        status, output, errors = said(capfd, file, *words)
        assert (status, output) == (3, "")
        assert errors.startswith("Error parsing file in.trf: ")


@pytest.mark.usefixtures("here")
def test_matches_imply_no_scoring_system(capfd: pytest.CaptureFixture[str]) -> None:
    """[B14] In Double-Swiss, doubled points are an error, not a sign of another scoring system."""
    first = (player(1, "4.0", "   3 w 1", "   3 b 1"), player(2, "4.0", "   4 b 1", "   4 w 1"))
    others = (player(3, "0.0", "   1 b 0", "   1 w 0"), player(4, "0.0", "   2 w 0", "   2 b 0"))
    status, output, errors = said(
        capfd, event(*first, *others, head=("142 5", "152 W", "192 FIDE_DOUBLESWISS")), "IN", "-p"
    )
    assert (status, output) == (3, "")
    assert "imply" not in errors


@pytest.mark.usefixtures("here")
def test_points_may_contain_the_bye_to_come(capfd: pytest.CaptureFixture[str]) -> None:
    """[B14, 4.9] JaVaFo's command infers the scoring system even if the points include the next round's bye."""
    away = player(5, "3.0", "0000 - U", "0000 - H")
    lines = (*(line.replace(" 1.0 ", " 2.0 ") for line in FIVE_LINES[:4]), away)
    status, _, errors = said(capfd, event(*lines), "IN", "-p")
    assert (status, errors.split("system ")[1]) == (0, f"{Worth(20, 10, 0, 0, 20).record}\n")


def test_heltours_team_league(tmp_path: Path) -> None:
    """[4.8] A team league from heltour is paired, with 2-1-0 match points and no initial-colour."""
    rows = (("3.0", "4", "w", "1", "2", "b", "="), ("3.0", "3", "b", "1", "1", "w", "="))
    losers = (("0.0", "2", "w", "0", "4", "b", "0"), ("2.0", "1", "b", "0", "3", "w", "1"))
    lines = []
    for number, (points, *cells) in enumerate((*rows, *losers), 1):
        both = "".join(f"{cells[at]:>6} {cells[at + 1]} {cells[at + 2]}" for at in (0, 3))
        lines.append(f"001  {number: >3}  {float(points):74.1f}     {both}")
    path, target = tmp_path / "tmp1.trfx", tmp_path / "tmp1.trfx.out.txt"
    path.write_text("\n".join(("XXR 5", *lines, "")))
    outcome = swisspair(path, "-p", target, "-q", "10000", cwd=tmp_path)
    assert b"imply the scoring system XXS W=2.0 D=1.0" in outcome.errors
    assert {frozenset(pair) for pair in heltour(outcome, target)} == {frozenset((1, 3)), frozenset((2, 4))}
    first = "".join(f"001  {number: >3}  {0:74.1f}     \n" for number in (1, 2, 3, 4))
    path.write_text(f"XXR 5\n{first}")
    outcome = swisspair(path, "-p", target, "-q", "10000", cwd=tmp_path)
    assert b"the initial-colour is " in outcome.errors
    assert {frozenset(pair) for pair in heltour(outcome, target)} == {frozenset((1, 3)), frozenset((2, 4))}


NO_PAIRING = "no valid pairing"
"""The answer in an archive if no valid pairing exists. The program writes an empty file instead."""

EVERY = 100
"""The installed program pairs only every nth recorded round."""

OTHER_SYSTEMS = {"dubov": 771, "burstein": 287}
"""The number of recorded rounds in the archive of each system."""


def part() -> list[str]:
    """Choose some of the recorded rounds, including a round without a valid pairing."""
    archive = single_rounds()
    impossible = next(member for member in archive.members if archive.answer(member).strip() == NO_PAIRING)
    return [impossible, *archive.members[::EVERY]]


def expected(archive: Archive, member: str) -> tuple[int, bytes]:
    answer = archive.answer(member)
    return (1, b"") if answer.strip() == NO_PAIRING else (0, answer.encode())


@pytest.mark.parametrize("member", part())
def test_the_installed_program_writes_the_recorded_file(tmp_path: Path, member: str) -> None:
    """[4.2] With ``--dutch IN -p OUT``, the installed program writes the recorded file."""
    archive = single_rounds()
    (tmp_path / "in.trf").write_bytes(archive.read(member))
    outcome = swisspair("--dutch", "in.trf", "-p", "out.txt", cwd=tmp_path)
    assert (outcome.status, (tmp_path / "out.txt").read_bytes()) == expected(archive, member)
    assert outcome.output == b""
    assert (b"No valid pairing exists" in outcome.errors) == (outcome.status == 1)


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), single_rounds().params())
def test_every_recorded_file_is_written_again(tmp_path: Path, archive: Archive, member: str) -> None:
    source, target = tmp_path / "in.trf", tmp_path / "out.txt"
    source.write_bytes(archive.read(member))
    status = legacy.run(["--dutch", str(source), "-p", str(target)])
    assert (status, target.read_bytes()) == expected(archive, member)


@pytest.mark.parametrize("member", Archive(GOLDEN / "dutch-2017" / "rounds.zip", 508).members[::8])
def test_a_file_that_names_2017_is_paired_by_the_rules_of_2017(tmp_path: Path, member: str) -> None:
    """[Reading B13] A file that names the edition 2017 is paired according to the rules of 2017.

    The year 2025 in the files of bbpPairings 5 means the edition 2017, too.
    """
    archive = Archive(GOLDEN / "dutch-2017" / "rounds.zip", 508)
    source, target = tmp_path / "in.trf", tmp_path / "out.txt"
    data = archive.read(member).replace(b"FIDE_DUTCH_2025", b"FIDE_DUTCH_2017")
    source.write_bytes(data if b"FIDE_DUTCH_2017" in data else b"192 FIDE_DUTCH_2017\n" + data)
    status = legacy.run(["--dutch", str(source), "-p", str(target)])
    assert (status, target.read_bytes()) == expected(archive, member)


@pytest.mark.parametrize("system", OTHER_SYSTEMS)
def test_the_flag_of_another_system(tmp_path: Path, system: str) -> None:
    """[4.1] If the flag names another system, the program gives the recorded pairs and colours."""
    archive = Archive(GOLDEN / f"{system}-2026" / "rounds.zip", OTHER_SYSTEMS[system])
    member = archive.members[-1]
    (tmp_path / "in.trf").write_bytes(archive.read(member))
    outcome = swisspair(f"--{system}", "in.trf", "-p", cwd=tmp_path)
    assert (outcome.status, outcome.errors) == (0, b"")
    assert sorted(outcome.output.splitlines()) == sorted(archive.answer(member).encode().splitlines())


@pytest.mark.parametrize("name", ["a7", "stress"])
def test_a_finished_event_of_theirs_is_checked(tmp_path: Path, name: str) -> None:
    """[4.5, 4.9] Finished events from bbpPairings' generator pass the check."""
    archive = archive_of(name)
    member = archive.members[0]
    data = archive.read(member)
    (tmp_path / "in.trf").write_bytes(data)
    assert b"\n" not in data
    rounds = max((len(line) - 89) // 10 for line in data.split(b"\r") if line.startswith(b"001"))
    titles = "".join(f"in: Round #{number}\n" for number in range(1, rounds + 1))
    assert swisspair("--dutch", "in.trf", "-c", cwd=tmp_path) == (0, f"{titles}\n".encode(), b"")
