"""The files that the old calls read, and the pairs and sentences that they write."""

from pathlib import Path

import pytest

from swisspair.legacy import reading
from swisspair.legacy import run as legacy
from swisspair.legacy.left_open import Worth, drawn_colour
from tests.conftest import GOLDEN, Archive
from tests.evidence.golden.recorded import archive_of, single_rounds
from tests.programs.legacy import events
from tests.programs.legacy.events import ACCELERATED, FIVE_LINES, FOUR, FOUR_LINES, FOUR_PAIRS, STUCK, event, player
from tests.programs.legacy.integrators import heltour
from tests.programs.program import contents, swisspair

OLD = b"the pairs of the last round, which are many more bytes than those of this one\n"


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


def test_numbers_are_starting_ranks_and_not_places(tmp_path: Path) -> None:
    """[4.2, 4.9] Pairs use starting ranks, even if the lines of the file are sorted by place."""
    turned = event(
        player(7, "0.0"), player(3, "0.0"), player(9, "0.0"), player(1, "0.0"), head=("XXR 5", "XXC rank white1")
    )
    assert files_after(tmp_path, turned) == (0, {"out.txt": b"2\n7 9\n1 3\n"})


def test_boards_stand_by_real_scores_also_under_acceleration(tmp_path: Path) -> None:
    """[4.2] Boards are sorted by scores without virtual points."""
    assert files_after(tmp_path, ACCELERATED, "--baku") == (0, {"out.txt": events.ACCELERATED_BY_REAL_SCORES})
    own = swisspair("--pair", "--baku", "in.trf", cwd=tmp_path)
    assert (own.status, own.output) == (0, events.ACCELERATED_BY_PAIRING_SCORES)


def test_no_valid_pairing_leaves_an_empty_file(tmp_path: Path) -> None:
    """[4.2, 4.3] If no valid pairing exists, the exit status is 1 and the output file is empty."""
    (tmp_path / "out.txt").write_bytes(OLD)
    assert files_after(tmp_path, STUCK) == (1, {"out.txt": b""})


def test_no_valid_pairing_gives_nothing_on_standard_output(tmp_path: Path) -> None:
    """[4.2, 4.4] If no valid pairing exists, standard output stays empty."""
    outcome = swisspair("--dutch", "-p", cwd=tmp_path, stdin=STUCK.encode())
    assert (outcome.status, outcome.output) == (1, b"")
    assert outcome.sentence.startswith("Error while pairing (stdin): No valid pairing exists: ")


def test_matches_in_which_nobody_takes_part(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(event(player(1, "0.0"), player(2, "0.0"), "240 Z 001    1    2"))
    outcome = swisspair("--double-swiss", "in.trf", "-p", cwd=tmp_path)
    expected = "Error while pairing in.trf: round 1 cannot be paired: nobody takes part in it"
    assert (outcome.status, outcome.output, outcome.sentence) == (3, b"", expected)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (event(*FIVE_LINES, FIVE_LINES[0]), 3),
        (events.OVER, 3),
        (event(player(1, "0.0"), player(2, "0.0"), head=("XXR 5",)), 3),
        (FOUR.replace("XXR 3", "XXR 5000"), 4),
    ],
    ids=["bad file", "event over", "no initial colour", "too large"],
)
def test_a_file_that_cannot_be_paired_leaves_no_output_file(tmp_path: Path, text: str, status: int) -> None:
    """[4.2, 4.3] A file that cannot be paired leaves no output file."""
    assert files_after(tmp_path, text) == (status, {})


def test_a_file_that_cannot_be_accessed(tmp_path: Path) -> None:
    """[4.3, 4.4] If a file cannot be opened, the exit status is 5."""
    (tmp_path / "in.trf").write_text(FOUR)
    missing = swisspair("--dutch", "none.trf", "-p", "out.txt", cwd=tmp_path)
    assert (missing.status, missing.output) == (5, b"")
    assert missing.sentence.startswith("Error reading file none.trf: ")
    unwritable = swisspair("--dutch", "in.trf", "-p", "nowhere/out.txt", cwd=tmp_path)
    assert (unwritable.status, unwritable.output) == (5, b"")
    assert unwritable.sentence == "The output file (nowhere/out.txt) could not be opened."
    assert contents(tmp_path).keys() == {"in.trf"}


def test_a_failed_checklist_does_not_lose_the_pairing(tmp_path: Path) -> None:
    """[4.3] If the checklist cannot be written, the pairs are still written, and the exit status is 0."""
    (tmp_path / "in.trf").write_text(FOUR)
    outcome = swisspair("--dutch", "in.trf", "-p", "out.txt", "-l", "nowhere/in.list", cwd=tmp_path)
    assert (outcome.status, outcome.output) == (0, b"")
    assert outcome.sentence == "The checklist file (nowhere/in.list) could not be opened."
    assert contents(tmp_path) == {"in.trf": FOUR.encode(), "out.txt": FOUR_PAIRS}


def test_the_output_file_is_written_in_place(tmp_path: Path) -> None:
    """[4.2] The output file is overwritten in place, so open handles and links see the new content."""
    (tmp_path / "in.trf").write_text(FOUR)
    target = tmp_path / "out.txt"
    target.write_bytes(OLD)
    (tmp_path / "link.txt").symlink_to(target)
    with target.open("rb") as held:
        assert swisspair("--dutch", "in.trf", "-p", "link.txt", cwd=tmp_path).status == 0
        assert held.read() == FOUR_PAIRS
    assert (tmp_path / "link.txt").is_symlink()


FIVE_ROUNDS = ("XXR 5", "XXC white1")
NINE_ROUNDS = ("XXR 9", "XXC white1")

THREE_POINTS = (player(1, "3.0", "   3 w 1"), player(2, "3.0", "   4 b 1"), *FOUR_LINES[2:])


def without_5(mark: str, points: str = "1.0") -> str:
    """Write an event in which player 5 has the entry ``mark`` for the next round."""
    return event(*FOUR_LINES, player(5, points, "0000 - U", mark))


def changed(*lines: str, head: tuple[str, ...] = events.HEAD) -> str:
    return event(*lines, *FOUR_LINES[len(lines) :], head=head)


AS_FOUR = {
    # lines and records
    "lines that end in CR": FOUR.replace("\n", "\r"),
    "lines that end in all ways, and blank ones": FOUR.replace("XXR 3\n", "XXR 3\r\n\n\r").replace("XXC", "\rXXC"),
    "no line end at the end": FOUR.rstrip("\n"),
    "a byte order mark": "\ufeff" + FOUR,
    "records that nobody knows": FOUR + "ZZZ what\n### a comment\nab\nFRA   12 no rating\n199 1 2 3\n",
    "a tab in a text": FOUR.replace("012 Club", "012\tClub"),
    "blanks before a text": FOUR.replace("012 Club", "  012 Club"),
    "a name that is too long": changed(player(1, "1.0", "   3 w 1", name=34 * "x").replace("x 2000", "x2000", 1)),
    "ranks that end in column 91": event(*(f"{line[:85]}  {line[85:89]}{line[91:]}" for line in FOUR_LINES)),
    "ratings one column to the left": event(*(f"{line[:47]}{line[48:52]} {line[52:]}" for line in FOUR_LINES)),
    "letters between fields that decide nothing": event(
        *(f"{line[:47]}x{line[48:79]}x{line[80:90]}x{line[91:]}" for line in FOUR_LINES)
    ),
    "a code in XXS that repeats another": FOUR + "XXS W=1 D=0.5 L=0 FL=0 ZPB=0 PAB=1\n",
    "lines with numbers, points and rounds alone": event(
        *((line[:8].ljust(80) + line[80:84]).ljust(89) + line[89:] for line in FOUR_LINES)
    ),
    "XXS that is no scoring": FOUR + "XXS special rules apply\n",
    "XXZ that names nobody": FOUR + "XXZ none\n",
    "the last number of rounds": event(*FOUR_LINES, head=("142 1", "XXR 7", "XXC white1")),
    "the last initial colour": event(*FOUR_LINES, head=("XXR 5", "152 B", "XXC black1 nonsense", "XXC white1")),
    "the last system": event(*FOUR_LINES, head=("192 FIDE_DUTCH_BAKU", "192 FIDE_DUTCH_2025", *FIVE_ROUNDS)),
    # results
    "results in other letters": changed(
        player(1, "1.0", "   3 w w"),
        player(2, "1.0", "   4 b W"),
        player(3, "0.0", "   1 b l"),
        player(4, "0.0", "   2 w L"),
    ),
    "half a point to none": changed(player(1, "0.5", "   3 w =")),
    "three points a win": event(*THREE_POINTS, head=("162  W 3.0     D 1.0", *FIVE_ROUNDS)),
    "three points a win, in bbpPairings' record": event(*THREE_POINTS, head=("BBW  3.0", "BBD  1.0", *FIVE_ROUNDS)),
    # players who take part
    "0000 - -": without_5("0000 - -"),
    "0000": without_5("0000"),
    "a dash alone": without_5("     -"),
    "Z": without_5("0000 - Z"),
    "no opponent, and a letter in small": without_5("       z"),
    "a draw that is a half-point bye": without_5("0000 - ="),
    "points with those of the bye": without_5("0000 - H", "1.5"),
    "240 of any kind": event(*FIVE_LINES, "240 X 002    5", "240   003    1    2"),
    "JaVaFo's absent players": event(*FIVE_LINES, "XXZ 5"),
    # the round to pair
    "all have half-point byes: the round is over": event(*(line + "  0000 - H" for line in FOUR_LINES)),
    "only one had an opponent, the bye: the round is over": changed(
        *FOUR_LINES[:3], player(4, "1.0", "   2 w 0", "0000 - U")
    ),
    "a bye two rounds ahead (their bug)": changed(*FOUR_LINES[:3], player(4, "0.0", "   2 w 0", "", "0000 - H")),
}  # fmt: skip


@pytest.fixture
def pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "out.txt"


def paired(text: str, *flags: str) -> bytes:
    Path("in.trf").write_bytes(text.encode())
    assert legacy.run(["--dutch", "in.trf", *flags, "-p", "out.txt"]) == 0
    return Path("out.txt").read_bytes()


@pytest.mark.usefixtures("pairs")
@pytest.mark.parametrize("text", AS_FOUR.values(), ids=AS_FOUR)
def test_a_file_that_means_the_event_of_four(text: str) -> None:
    """[4.9] Each file describes the same event of four players, and gets the same pairs."""
    assert paired(text) == FOUR_PAIRS


AS_ACCELERATED = {
    "XXA": [f"XXA {number:>4}  1.0  1.0  1.0  0.5  0.5" for number in range(1, 5)],
    "the later of two records 250": ["250       0.5 001 005 0001 0004", "250       1.0 001 003 0001 0004"],
    "192 with Baku": ["192 FIDE_DUTCH_2025_BAKU"],
    "250 and Baku": ["250       1.0 001 003 0001 0004", "192 FIDE_DUTCH_BAKU"],
}


@pytest.mark.usefixtures("pairs")
@pytest.mark.parametrize("records", AS_ACCELERATED.values(), ids=AS_ACCELERATED)
def test_a_file_that_means_the_accelerated_event(records: list[str]) -> None:
    """[4.9] Virtual points can be written in several ways, and all ways give the same pairs."""
    assert paired(event(*events.ACCELERATED_LINES, *records, head=NINE_ROUNDS)) == events.ACCELERATED_BY_REAL_SCORES


@pytest.mark.usefixtures("pairs")
def test_points_may_include_acceleration_and_the_next_bye() -> None:
    """[4.9] The stated points may already include virtual points and the bye of the next round."""
    answers = set()
    for points in ("1.0", "2.0", "1.5", "2.5"):
        first = player(1, points, "   3 w 1", "0000 - H")
        text = event(first, *events.ACCELERATED_LINES[1:], *AS_ACCELERATED["XXA"], head=NINE_ROUNDS)
        answers.add(paired(text))
    assert len(answers) == 1
    assert [line.split()[1] for line in answers.pop().splitlines()[1:]].count(b"0") == 1


OTHERS = {
    # Player 5 did not play in the first round despite record 240, and so has one unplayed round [C9].
    "240 of a round that was played": (event(*FOUR_LINES, player(5, "0.0"), "240 H 001    5"), b"3\n2 1\n3 5\n4 0\n"),
    # The bye is worth one point and a win three, so player 5 ranks between the winners and the losers.
    "the value of the bye before that of a win": (
        event(*THREE_POINTS, FIVE_LINES[4], head=("162  P 1.0     W 3.0", *FIVE_ROUNDS)),
        b"3\n2 1\n3 5\n4 0\n",
    ),
    # Players 1 and 2 may not meet, and players 3 and 4 may not meet.
    "XXP with tabs and blanks": (event(*FOUR_LINES, "XXP 1\t2", "XXP\t3   4"), b"2\n4 1\n2 3\n"),
    "260 for one round": (event(*FOUR_LINES, "260 002 002    1    2"), b"2\n4 1\n2 3\n"),
    "260 for another round": (event(*FOUR_LINES, "260 003 005    1    2"), FOUR_PAIRS),
    # [C.04.7 1.2] Four of six players get virtual points. In bbpPairings only three players get them.
    "Baku with an odd half (their bug)": (
        event(*(player(number, "0.0") for number in range(1, 7)), "192 FIDE_DUTCH_BAKU", head=NINE_ROUNDS),
        b"3\n1 3\n4 2\n5 6\n",
    ),
}


@pytest.mark.usefixtures("pairs")
@pytest.mark.parametrize(("text", "expected"), OTHERS.values(), ids=OTHERS)
def test_what_decides_the_pairing(text: str, expected: bytes) -> None:
    """[4.9] The expected pairs were found by hand."""
    assert paired(text) == expected


@pytest.mark.parametrize("bye", ["   0 w +", "0000 b +"])
def test_javafos_form_ignores_the_colour_of_a_bye_and_says_so(
    pairs: Path, capsys: pytest.CaptureFixture[str], bye: str
) -> None:
    Path("in.trf").write_text(event(*FOUR_LINES, player(5, "1.0", bye)))
    assert legacy.run(["in.trf", "-p", "out.txt"]) == 0
    assert "in.trf:8:97: ADJ-89" in capsys.readouterr().err
    assert pairs.read_bytes().splitlines()[0] == b"3"
    assert legacy.run(["--dutch", "in.trf", "-p", "out.txt"]) == 3


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


REFUSED = {
    "two winners": changed(player(1, "1.0", "   3 w 1"), FOUR_LINES[1], player(3, "1.0", "   1 b 1")),
    "a forfeit on one side": changed(player(1, "1.0", "   3 w +"), FOUR_LINES[1], player(3, "0.0", "0000 - Z")),
    "letters between the columns": changed(FOUR_LINES[0].replace("3 w 1", "3xw 1")),
    "a player's line that is moved": changed(" " + FOUR_LINES[0]),
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_faults_that_they_overlook_and_we_report(pairs: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    """[4.9] We refuse some faulty files that other programs accept."""
    Path("in.trf").write_text(text)
    assert legacy.run(["--dutch", "in.trf", "-p", "out.txt"]) == 3
    assert capsys.readouterr().err.startswith("Error parsing file in.trf: ")
    assert not pairs.exists()


@pytest.mark.usefixtures("pairs")
def test_acceleration_on_request_gives_way_to_the_file() -> None:
    """[4.1, 4.9] If the file states virtual points, a request for acceleration has no effect."""
    stated = event(*events.ACCELERATED_LINES, "250       0.5 001 005 0001 0008", head=NINE_ROUNDS)
    assert paired(stated, "--baku") == paired(stated) == events.NOT_ACCELERATED
    assert paired(ACCELERATED, "-b") == events.ACCELERATED_BY_REAL_SCORES
    assert paired(ACCELERATED) == events.NOT_ACCELERATED


PARSING = "Error parsing file in.trf: "
TOO_MANY = PARSING + "The number of rounds is larger than the reported number of rounds."
CONTRADICTION = PARSING + "Match 1 for player 1 contradicts the entry for the opponent."
ONLY = "Error processing file in.trf: This build only supports "

TWO = (player(1, "0.0"), player(2, "0.0"))


def changed_sentence(number: int, line: str) -> str:
    return event(*(line if place == number else old for place, old in enumerate(FOUR_LINES, 1)))


SENTENCES = {
    "a record that has no meaning": (event(*TWO, head=("XXR abc",)), 3, PARSING + 'Invalid line "XXR abc"', "abc"),
    "a result that is none": (
        changed_sentence(1, FOUR_LINES[0][:-1] + "Q"),
        3,
        PARSING + f'Invalid line "{FOUR_LINES[0][:-1]}Q"',
        "in.trf:4:99: result of round 1",
    ),
    "nobody but oneself": (
        changed_sentence(1, player(1, "1.0", "   1 w 1")),
        3,
        PARSING + 'Invalid line "001    1 m',
        "in.trf:4:92: opponent of round 1",
    ),
    "a number twice": (event(*FOUR_LINES, FOUR_LINES[2]), 3, PARSING + "A pairing number is repeated.", "in.trf:8:5"),
    "no player": (event(), 3, PARSING + "A pairing number is missing.", "no player"),
    "one side of a game": (changed_sentence(1, player(1, "1.0", "   2 w 1")), 3, CONTRADICTION, "in.trf:4:92"),
    "a colour twice": (changed_sentence(1, player(1, "1.0", "   3 b 1")), 3, CONTRADICTION, "in.trf:4:97"),
    "two winners": (changed_sentence(3, player(3, "1.0", "   1 b 1")), 3, CONTRADICTION, "in.trf:4:99"),
    "points": (
        changed_sentence(4, player(4, "1.0", "   2 w 0")),
        3,
        PARSING + "The score for player 4 does not match the game results.",
        "in.trf:7:81: points: found 1.0",
    ),
    "points that are no number": (
        changed_sentence(4, player(4, "x.0", "   2 w 0")),
        3,
        PARSING + "Invalid line ",
        "in.trf:7:82",
    ),
    "a round too many": (event(*FOUR_LINES, head=("XXR 1", "XXC white1")), 3, TOO_MANY, "round 1 was the last"),
    "a recorded round too many": (
        event(player(1, "2.0", "   2 w 1", "   2 b 1"), player(2, "0.0", "   1 b 0", "   1 w 0"), head=("XXR 1",)),
        3,
        TOO_MANY,
        "in.trf:2:",
    ),
    "no number of rounds": (
        event(*FIVE_LINES, head=("XXC white1", "192 FIDE_DUTCH_BAKU")),  # Baku needs the number of rounds [C.04.7 1.4]
        3,
        PARSING + "The total number of rounds in the tournament must be specified.",
        "142 9",
    ),
    "a rating of five digits": (
        changed_sentence(1, player(1, "1.0", "   3 w 1", rating="20000")),
        4,
        ONLY + "ratings up to 9999.",
        "in.trf:4:49",
    ),
    "a number of five digits": (
        event(*TWO, player(1, "0.0").replace("   1", "10000", 1)),
        4,
        ONLY + "player IDs up to 9999.",
        "in.trf:6",
    ),
    "a hundred rounds": (FOUR.replace("XXR 3", "XXR 100"), 4, ONLY + "up to 99 rounds.", "in.trf:2:5"),
    "an unknown system": (
        FOUR.replace("XXR 3", "XXR 5\n192 FIDE_NONESUCH"),
        3,
        "Error while pairing in.trf: ",
        "FIDE_NONESUCH",
    ),
    "no valid pairing": (STUCK, 0, "Error while pairing in.trf: No valid pairing exists: ", "1 and 2"),
}


@pytest.mark.parametrize(("text", "status", "sentence", "ours"), SENTENCES.values(), ids=SENTENCES)
def test_the_sentence_stands_first_and_ours_after_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    text: str,
    status: int,
    sentence: str,
    ours: str,
) -> None:
    """[4.3, 4.4] Error messages begin with bbpPairings' sentence. Our own sentence follows, with place and advice."""
    monkeypatch.chdir(tmp_path)
    Path("in.trf").write_text(text)
    assert legacy.run(["in.trf", "-p", "out.txt"]) == status
    output, errors = capfd.readouterr()
    assert output == ""
    assert errors.startswith(sentence)
    assert ours in errors
    assert contents(tmp_path).get("out.txt") == (b"0\n" if status == 0 else None)


def test_the_installed_program_says_the_same(tmp_path: Path) -> None:
    """[4.3, 4.4] The installed program prints the expected sentences."""
    (tmp_path / "in.trf").write_bytes(b"\xff\xfe" + FOUR.encode("utf-16-le"))
    outcome = swisspair("--dutch", "in.trf", "-p", cwd=tmp_path)
    assert (outcome.status, outcome.sentence) == (3, PARSING + "The file is not legal UTF-8.")
    (tmp_path / "in.trf").write_text(events.OVER)
    outcome = swisspair("--dutch", "in.trf", "-p", cwd=tmp_path)
    assert (outcome.status, outcome.sentence) == (3, TOO_MANY)
    (tmp_path / "in.trf").write_text(SENTENCES["points"][0])
    outcome = swisspair("--dutch", "in.trf", "-c", cwd=tmp_path)
    assert (outcome.status, outcome.sentence, outcome.output) == (3, SENTENCES["points"][2], b"")


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

NINE = ("XXR 9",)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capfd: pytest.CaptureFixture[str], text: str, *words: str) -> tuple[int, str, str]:
    Path("in.trf").write_bytes(text.encode())
    status = legacy.run([word.replace("IN", "in.trf") for word in words])
    return (status, *capfd.readouterr())


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
    assert said(capfd, event(*FOUR_LINES, head=NINE), "IN", "-p")[2] == ""


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("flag", ["--dutch", "--fast", "--burstein"])
def test_with_a_system_flag_the_colour_is_asked_for(capfd: pytest.CaptureFixture[str], flag: str) -> None:
    """[B7, 4.4] With a system flag, a missing initial-colour is an error."""
    status, output, errors = said(capfd, OPEN, flag, "IN", "-p", "out.txt")
    assert (status, output) == (3, "")
    assert errors.startswith("Error while parsing in.trf: Please configure the initial piece colors.")
    assert "152 W or 152 B" in errors
    assert not Path("out.txt").exists()


@pytest.mark.usefixtures("here")
def test_minus_c_draws_what_no_recorded_round_tells(capfd: pytest.CaptureFixture[str]) -> None:
    """[B7] If no recorded round shows the initial-colour, the check draws the colour by lot."""
    forfeits = (player(1, "1.0", "   3   +"), player(2, "1.0", "   4   +"))
    others = (player(3, "0.0", "   1   -"), player(4, "0.0", "   2   -"))
    status, output, errors = said(capfd, event(*forfeits, *others, head=NINE), "IN", "-c")
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
