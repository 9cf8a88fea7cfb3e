"""The output files of legacy requests: their paths and their contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pairing_engine.answers import Style
from pairing_engine.facts.shown import one_line
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from swisspair.legacy.arguments import Command, Legacy
from swisspair.legacy.reading import LINE_END, UNNAMED, banner
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal.streams import DASH, encoded, warn
from swisspair.terminal.whole_files import overwritten, write_together, written_twice


def spare_inputs(request: Legacy) -> None:
    names = [name for name in (request.source or "", request.config) if name is not None]
    inputs = [Path("/dev/stdin" if name in ("", DASH) else name) for name in names]
    base = request.source or request.config or ""
    outputs = [beside(request.target, base)] if request.target else []
    if request.listed:
        outputs.append(list_path(request, base if request.command is not Command.GENERATE else str(outputs[0])))
    path = overwritten(outputs, inputs)
    if path is not None:
        raise Failure(ExitStatus.BAD_REQUEST, f"The output file ({one_line(str(path))}) is an input file.")
    if written_twice(outputs) is not None:
        raise Failure(ExitStatus.BAD_REQUEST, f"The output file ({one_line(str(outputs[0]))}) is the checklist, too.")


def beside(name: str, input_name: str) -> Path:
    """Return the path of an output file. A name without a directory means a file beside the input."""
    path = Path(name)
    return Path(input_name).parent / path if path.name == name else path


def as_written(text: str) -> bytes:
    return encoded(text).replace(b"\n", LINE_END)


def write(path: Path, text: str) -> None:
    """Write text into a file. An existing file is rewritten in place, because the caller may have opened it.

    An incomplete file is removed, because an empty file would mean "no pairing exists". Callers treat a missing file as
    an error.
    """
    with _opening(path), path.open("wb") as file:
        try:
            file.write(as_written(text))
            file.flush()
        except BaseException:
            if path.is_file():
                path.unlink()
            raise


def write_complete(path: Path, text: str) -> None:
    with _opening(path):
        write_together({path: as_written(text)})


@contextmanager
def _opening(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        words = f"The output file ({one_line(str(path))}) could not be opened.\n{error.strerror or error}"
        raise Failure(ExitStatus.NO_ACCESS, words) from None


def list_path(request: Legacy, base: str) -> Path:
    if request.list_file:
        return beside(request.list_file, base)
    path = Path(base or UNNAMED)
    return path.with_suffix(".list") if path.name else path  # only a directory has no name, and it cannot be read


def write_list(request: Legacy, base: str, tables: Iterable[str]) -> None:
    if not request.listed:
        return
    path = list_path(request, base)
    try:
        write_together({path: as_written("".join(tables) + banner())})
    except OSError as error:
        warn(f"The checklist file ({one_line(str(path))}) could not be opened.\n{error.strerror or error}")


def table(state: RoundState, pairing: RoundPairing | None, system: System, request: Legacy) -> str:
    stop = "." if request.command is Command.GENERATE and request.system is not None else ""  # as in bbpPairings
    return f"Round #{state.number}{stop}\n{listed(state, pairing, system, request)}"


def listed(state: RoundState, pairing: RoundPairing | None, system: System, request: Legacy) -> str:
    from pairing_engine.answers.checklist import as_text, checklist  # imported late: few calls need it

    style = request.style or (Style.JAVAFO if request.system is None else Style.BBP)
    return as_text(checklist(state, pairing, system, style))
