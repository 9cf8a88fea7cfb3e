"""A new mode of swisspair needs only one new module, and its line in the table of modes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from swisspair.commands import modes
from swisspair.swisscheck import cli, endorse_cli
from swisspair.terminal.help_pages import ungrouped
from tests.programs.commands.calls import BAD_REQUEST, DONE, Call

LEADERS = '''
from typing import Annotated

from swisspair.terminal.command_line import Argument


def run(files: Annotated[list[str], Argument("FILE...", "Files.")], top: int = 3) -> int:
    """Say who is in front."""
    print(f"the first {top} of {files[0]}")
    return 0
'''


@pytest.fixture
def with_leaders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the mode ``--leaders``, which is defined in another folder."""
    (tmp_path / "modes").mkdir()
    (tmp_path / "modes" / "leaders.py").write_text(LEADERS)
    monkeypatch.setattr(modes, "__path__", [*modes.__path__, str(tmp_path / "modes")])
    mode = modes.Mode("FILE...", "Show the leaders.", "leaders.run")
    monkeypatch.setitem(modes.MODES, "leaders", mode)
    monkeypatch.delitem(sys.modules, "swisspair.commands.modes.leaders", raising=False)


@pytest.mark.usefixtures("with_leaders")
def test_a_mode_is_one_module_and_one_line(call: Call) -> None:
    assert call("swisspair", "--leaders", "event.trf", "--top", 5) == (DONE, "the first 5 of event.trf\n", "")
    first_page = call("swisspair", "--help").output
    assert "--leaders FILE... Show the leaders." in " ".join(first_page.split())
    assert "Usage: swisspair --leaders " in call("swisspair", "--leaders", "--help").output
    assert "--leaders" in call("swisspair", "--pair", "--leaders", "event.trf").errors
    outcome = call("swisspair", "--leaders")
    assert outcome.status == BAD_REQUEST
    assert outcome.errors.startswith("swisspair --leaders: Missing argument")


@pytest.mark.parametrize("name", modes.names())
def test_what_a_mode_shows_on_the_first_page_are_options_of_it(name: str) -> None:
    mode = modes.load(name)
    assert mode.words.endswith(".")
    assert set(mode.often) <= set(ungrouped(mode.run).__annotations__)


def formats_of(work: Callable[..., object]) -> tuple[type[Enum], str] | None:
    """Return the formats of a command and the help text for ``--format``, or None if the option does not exist."""
    hint = get_type_hints(work, include_extras=True).get("format_")
    if hint is None:
        return None
    kind, declared = get_args(hint)
    kinds = [one for one in (kind, *get_args(kind)) if isinstance(one, type) and issubclass(one, Enum)]
    return kinds[0], declared.help


COMMANDS = {name: modes.load(name).run for name in modes.names()} | {
    work.__name__: work for work in (cli.swisscheck, cli.swisscheck_merge, endorse_cli.swisscheck_endorse)
}


@pytest.mark.parametrize("name", [name for name, work in COMMANDS.items() if formats_of(work)])
def test_the_help_names_every_format(name: str) -> None:
    found = formats_of(COMMANDS[name])
    assert found is not None
    kind, words = found
    assert {one.value for one in kind} <= set(re.findall(r"\w+", words))
