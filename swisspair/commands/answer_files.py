"""The files that ``swisspair pair`` writes: answers, documents beside them, and the event with the paired round."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pairing_engine.language import marked
from swisspair.commands.formats import FORMS, WRITE_BACK, FileAnswer, RoundFormat, Target
from swisspair.commands.inputs import is_named_here, name_of, path_of
from swisspair.statuses import refused
from swisspair.terminal.event_files import check_target, contents, files_beside
from swisspair.terminal.opening import is_there
from swisspair.terminal.streams import DASH, encoded
from swisspair.terminal.whole_files import (
    Replacement,
    check_inputs_stay,
    make_directory,
    overwritten,
    portable,
    write_together,
    written_twice,
)

if TYPE_CHECKING:
    from swisspair.terminal.sources import Source


def write(answer: FileAnswer, path: Path | None, target: Target) -> None:
    """Write the files of an answer: either all of them, or none. Raises OSError and `Failure`."""
    found: dict[Path, bytes | Replacement] = {}
    if path is not None and answer.paired is None:
        found[path] = encoded(answer.text)
    for option, at in target.documents.items():
        content = answer.documents[option]
        if at is None:
            continue
        if option == WRITE_BACK and isinstance(content, str):
            own = overwritten([at], [Path(answer.name)]) is not None
            found |= contents(
                at, content, answer.data if own else None, replaces=own or target.force, words=[answer.step]
            )
        else:
            assert isinstance(content, str | bytes)
            found[at] = content if isinstance(content, bytes) else encoded(content)
    write_together(found)


def targets(files: list[str | Source], target: Target, form: RoundFormat) -> list[Path | None]:
    """Return the path of each answer, or None. Raises `Failure` if it would overwrite an input or another answer."""
    paths = [target.file] if target.output_dir is None else _by_name(files, target.output_dir, form)
    inputs, back = [path_of(file) for file in files], target.documents.get(WRITE_BACK)
    written = [path for path in (*paths, *target.documents.values()) if path is not None]
    not_inputs = [*written]
    if back is not None:
        check_target(back, inputs, force=target.force)
        if all(isinstance(file, str) for file in files):  # the input is replaced: keep the old one as .bak
            not_inputs.remove(back)
        beside = files_beside(back) if is_there(back) else ()
        written += beside
        not_inputs += beside
    check_inputs_stay(not_inputs, inputs)
    if (path := written_twice(written)) is not None:
        raise refused("{path}: two answers would be written to this file", path=path)
    return paths


def _by_name(files: list[str | Source], directory: Path, form: RoundFormat) -> list[Path | None]:
    make_directory(directory)
    found: dict[Path | None, str] = {}
    for file in files:
        name = name_of(file)
        path = directory / f"{_stem(file)}{FORMS[form].suffix}"
        if path in found:
            both = marked("the answers for {target} and {file} would both be written to {path}: pair them one by one")
            raise refused(both, target=found[path], file=name, path=path)
        found[path] = name
    return list(found)


def _stem(file: str | Source) -> str:
    """Choose the file name for an answer, without a suffix. Names from archives are made portable."""
    if file == DASH:
        return "standard-input"
    stem = Path(name_of(file)).stem
    return stem if is_named_here(file) else portable(stem)
