"""``python -m tools.release``: check before a release that all files state the same version.

``pairing_engine/__init__.py`` defines the version. The tag, CHANGELOG.md, CITATION.cff and the recipe for conda-forge
must state the same version.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent
TITLE = re.compile(r"^## (?P<version>\S+)(?: \((?P<day>[^)]+)\))?$", re.MULTILINE)


def version(root: Path = ROOT) -> str:
    """Read the version without importing the package."""
    return _found(root, "pairing_engine/__init__.py", r'^__version__ = "(.+)"$')


def _found(root: Path, name: str, pattern: str) -> str:
    match = re.search(pattern, (root / name).read_text(encoding="utf-8"), re.MULTILINE)
    return match[1] if match else ""


def notes(root: Path = ROOT) -> str:
    """Return the changelog section of the newest version, without its title."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    titles = list(TITLE.finditer(text))
    end = titles[1].start() if len(titles) > 1 else len(text)
    return text[titles[0].end() : end].strip() + "\n" if titles else ""


def disagreements(tag: str | None, root: Path = ROOT) -> Iterator[str]:
    """Yield a message for each statement that contradicts the version."""
    own = version(root)
    if tag is not None and tag != f"v{own}":
        yield f"tag {tag}: expected v{own}, as pairing_engine/__init__.py has {own}; change one of them"
    if tag is not None and re.search(r"dev|\+", own):
        yield f"pairing_engine/__init__.py: {own} is not the version of a release"
    yield from _of_changelog(own, tag is not None, root)
    for name, pattern in (
        ("CITATION.cff", r"^version: (.+)$"),
        ("packaging/conda/recipe.yaml", r'^  version: "(.+)"$'),
    ):
        found = _found(root, name, pattern)
        if found != own:
            yield f"{name}: found version {found or 'nowhere'}, expected {own}"
    yield from _of_recipe(root)


def _of_changelog(own: str, released: bool, root: Path) -> Iterator[str]:
    title = TITLE.search((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    if title is None or title["version"] != own:
        yield f"CHANGELOG.md: the first section is {title['version'] if title else 'missing'}, expected {own}"
    elif released and not _is_day(title["day"] or ""):
        found = title["day"] or ""
        yield f"CHANGELOG.md: found ({found}) after {own}, expected the day of the release, as (2026-11-30)"
    elif not notes(root).strip():
        yield f"CHANGELOG.md: the section on {own} is empty"


def _is_day(words: str) -> bool:
    try:
        return date.fromisoformat(words).isoformat() == words
    except ValueError:
        return False


def _of_recipe(root: Path) -> Iterator[str]:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    recipe = (root / "packaging/conda/recipe.yaml").read_text(encoding="utf-8").replace(" ", "")
    for line in project["dependencies"]:
        if f"\n-{line.replace(' ', '')}\n" not in recipe:
            yield f"packaging/conda/recipe.yaml: expected the requirement {line} of pyproject.toml"


def with_addresses(text: str, repository: str) -> str:
    """Write the addresses of a repository into the text of a pyproject.toml."""
    home = f"https://github.com/{repository}"
    urls = {"Repository": home, "Issues": f"{home}/issues", "Changelog": f"{home}/blob/main/CHANGELOG.md"}
    owner, _, name = repository.partition("/")
    urls["Documentation"] = f"https://{owner}.github.io/{name}/"
    lines = "".join(f'{name} = "{address}"\n' for name, address in urls.items())
    rest = re.sub(r"^\[project\.urls\]\n(?:[^\[\n].*\n)*\n?", "", text, flags=re.MULTILINE)
    return rest.replace("[project.optional-dependencies]", f"[project.urls]\n{lines}\n[project.optional-dependencies]")


def main(arguments: list[str] | None = None) -> int:
    """Run a task, such as ``agree`` or ``notes``. Return 1 if a file or the tag contradicts the version."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    tasks = parser.add_subparsers(dest="task", required=True)
    agree = tasks.add_parser("agree", help="compare a tag with everything that names a version")
    agree.add_argument("tag", help="such as v1.2.3")
    dry = tasks.add_parser("notes", help="the same without a tag, for a dry run")
    for task in (agree, dry):
        task.add_argument("--notes", type=Path, help="write the newest section of the changelog here")
    addresses = tasks.add_parser("addresses", help="write the addresses of a repository into pyproject.toml")
    addresses.add_argument("repository", help="OWNER/NAME")
    asked = parser.parse_args(arguments)
    if asked.task == "addresses":
        path = ROOT / "pyproject.toml"
        path.write_text(with_addresses(path.read_text(encoding="utf-8"), asked.repository), encoding="utf-8")
        return 0
    wrong = list(disagreements(asked.tag if asked.task == "agree" else None))
    print("\n".join(wrong) or f"everything says {version()}")
    if asked.notes is not None and not wrong:
        asked.notes.write_text(notes(), encoding="utf-8")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
