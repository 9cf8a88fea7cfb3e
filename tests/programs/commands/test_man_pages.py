from __future__ import annotations

import shutil
import subprocess

import pytest

from tools.helps import Program, programs
from tools.man import escaped, man_page

GROFF = shutil.which("groff")


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)
def test_every_option_of_every_mode_is_there(program: Program) -> None:
    page = man_page(program)
    options = [option for help_page in program.pages for group in help_page.groups for option, _ in group.options]
    assert len(options) > 30
    assert all(f".B {escaped(option)}\n" in page for option in options)
    assert all(f'.SH "{escaped(help_page.call)}"\n' in page for help_page in program.pages)


@pytest.mark.skipif(GROFF is None, reason="no groff here")
@pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)
def test_roff_formats_the_pages_without_a_warning(program: Program) -> None:
    done = subprocess.run(
        [str(GROFF), "-man", "-ww", "-z"], input=man_page(program), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
