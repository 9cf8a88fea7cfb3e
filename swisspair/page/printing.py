"""Pages as PDF, which an installed browser prints."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from pairing_engine.errors import BadRequest
from pairing_engine.language import say

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
"""The names of browsers that can print a page."""

PATIENCE = 120
"""The time limit for the browser in seconds."""


def browser() -> str:
    """Return the first installed browser. Raises `BadRequest` if no browser is installed."""
    for name in BROWSERS:
        if shutil.which(name):
            return name
    names = ", ".join(BROWSERS)
    raise BadRequest(
        say("to write a PDF, install one of the programs {names}; or write .html and print that", names=names)
    )


def as_printed(page: str, *, as_pdf: bool) -> bytes:
    """Return the page as bytes of HTML or PDF. Raises `BadRequest` if a browser is needed but missing."""
    return _as_pdf(page) if as_pdf else page.encode()


def _as_pdf(page: str) -> bytes:
    program = browser()
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        # Our pages have no scripts; as root, Chromium starts only without its sandbox.
        as_root = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
        call = [program, "--headless", *as_root, f"--user-data-dir={folder}/profile", "--no-pdf-header-footer"]
        try:
            subprocess.run(
                [*call, f"--print-to-pdf={target}", source.as_uri()], check=True, capture_output=True, timeout=PATIENCE
            )
            return target.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            words = say("{program} printed no PDF; write .html and print that", program=program)
            raise BadRequest(words) from error
