"""Hooks of mkdocs for generated pages and for anchors of numbered paragraphs.

The code of a numbered paragraph is also its anchor, as in ``adjustments.html#ADJ-07`` and ``readings.html#D2``.
"""

from __future__ import annotations

import re
import sys
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from swisspair.legacy.arguments import FLAGS, USAGE  # noqa: E402 - mkdocs runs this file from elsewhere
from tools import handbook  # noqa: E402
from tools.helps import Program, programs  # noqa: E402

_NUMBERED = re.compile(r"^(\*\*|\| )([A-Z]\d+|ADJ-\d\d)(\.| \|)", re.MULTILINE)
"""A pattern for the code of a reading or adjustment, at the start of a paragraph or table row."""

_CITED = re.compile(r"\b([Rr]eadings? )([A-Z]\d+)\b|\b(ADJ-\d\d)\b(?!\])")


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File

    made = {"commands.md": commands(), "changes.md": changes(), **dict(handbook.pages())}
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def changes() -> str:
    """Return CHANGELOG.md as a page of the site, beside the pages to which it links."""
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "](")


def on_config(config: Any) -> Any:
    there = sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md"))
    named = set(re.findall(r"[\w/-]+\.md", repr(config.nav)))
    rules = next(entry["The rules"] for entry in config.nav if "The rules" in entry)
    rules.append({"Article by article": [path for path, _ in handbook.pages()]})
    (last,) = config.nav[-1].values()
    last.extend(page for page in there if page not in named)
    return config


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    name = page.file.src_uri
    markdown = markdown.replace('href="../web/', 'href="pair/')  # where `make docs` puts the page in the browser
    return with_anchors(markdown) if name in ("readings.md", "adjustments.md") else with_links(markdown, name)


def with_anchors(markdown: str) -> str:
    """Add an anchor to each numbered paragraph.

    >>> with_anchors("**D2. Two MDPs.**")
    '**<a id="D2" href="#D2">D2</a>. Two MDPs.**'
    >>> with_anchors("| ADJ-07 | A tab |")
    '| <a id="ADJ-07" href="#ADJ-07">ADJ-07</a> | A tab |'
    """
    return _NUMBERED.sub(r'\1<a id="\2" href="#\2">\2</a>\3', markdown)


def with_links(markdown: str, name: str) -> str:
    """Turn citations of readings and adjustments into links.

    >>> with_links("so it is (reading G4), and `ADJ-07`", "scale.md")
    'so it is (reading [G4](readings.md#G4)), and `ADJ-07`'
    """
    up = "../" * name.count("/")
    parts = re.split(r"(```.*?```|`[^`\n]*`|\[[^\]]*\]\([^)]*\))", markdown, flags=re.DOTALL)
    return "".join(
        part if place % 2 else _CITED.sub(lambda one: _link(one, up), part) for place, part in enumerate(parts)
    )


def _link(found: re.Match[str], up: str) -> str:
    word, reading, adjustment = found.groups()
    if adjustment:
        return f"[{adjustment}]({up}adjustments.md#{adjustment})"
    return f"{word}[{reading}]({up}readings.md#{reading})"


def commands() -> str:
    """Return the page of all commands and options."""
    legacy = ["## The forms of bbpPairings and JaVaFo", "", "```text", USAGE, FLAGS.rstrip(), "```", ""]
    return "\n".join(["# Commands", "", *(line for program in programs() for line in _program(program)), *legacy])


def _program(program: Program) -> list[str]:
    lines = [f"## {program.name}", "", program.statuses, ""]
    for call, page in program.pages.items():
        lines += [f"### `{f'{call} {page.takes}'.strip()}`", "", page.words, ""]
        for title, rows in page.groups.items():
            lines += [f"| {title} | |", "|---|---|"]
            lines += [f"| <code>{_cell(option)}</code> | {_cell(words)} |" for option, words in rows]
            lines.append("")
    return lines


def _cell(text: str) -> str:
    """Escape text for a table cell.

    >>> _cell("<a|b>")
    '&lt;a&#124;b&gt;'
    """
    return escape(text, quote=False).replace("|", "&#124;")
