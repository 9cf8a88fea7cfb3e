"""The tag, the changelog, the citation file and the recipe of a release state the same version."""

import re
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from setuptools import build_meta

from tests.language.test_catalogues import Untranslated, tell_of
from tools import release

FILES = ("pairing_engine/__init__.py", "CHANGELOG.md", "CITATION.cff", "packaging/conda/recipe.yaml", "pyproject.toml")
if not all((release.ROOT / name).exists() for name in FILES):
    pytest.skip("a source distribution has no recipe", allow_module_level=True)
OWN = release.version()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(release.ROOT / name, tmp_path / name)
    changed(tmp_path, "CHANGELOG.md", rf"^## {re.escape(OWN)} \(.*\)$", f"## {OWN} (2026-11-30)")
    return tmp_path


def changed(root: Path, name: str, pattern: str, words: str) -> None:
    text = (root / name).read_text(encoding="utf-8")
    after = re.sub(pattern, words, text, count=1, flags=re.MULTILINE)
    (root / name).write_text(after, encoding="utf-8")


def test_a_release_fails_for_a_sentence_without_translation(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing translation makes `make dist` fail. In `make test`, a missing translation is only a warning."""
    target = (release.ROOT / "Makefile").read_text(encoding="utf-8").partition("\ndist:")[2].partition("\n\n")[0]
    assert "SWISSPAIR_RELEASE=1 $(BIN)/python -m pytest tests/language/test_catalogues.py" in target
    with pytest.warns(Untranslated, match="new"):
        tell_of(["a sentence"], "new")
    monkeypatch.setenv("SWISSPAIR_RELEASE", "1")
    with pytest.raises(pytest.fail.Exception, match="new"):
        tell_of(["a sentence"], "new")


def test_all_files_of_today_name_one_version() -> None:
    assert list(release.disagreements(None)) == []


def test_a_tag_agrees_once_the_changelog_has_a_day(root: Path) -> None:
    assert list(release.disagreements(f"v{OWN}", root)) == []
    assert "unreleased" not in release.notes(root)
    assert "\n- " in release.notes(root)


@pytest.mark.parametrize(
    ("name", "pattern", "words", "told"),
    [
        ("CHANGELOG.md", r"\(2026-11-30\)", "(unreleased)", "the day of the release"),
        ("CHANGELOG.md", r"^## .*$", "## 9.9.9 (2026-11-30)", "the first section is 9.9.9"),
        ("CITATION.cff", r"^version: .*$", "version: 9.9.9", "CITATION.cff: found version 9.9.9"),
        ("packaging/conda/recipe.yaml", r"^  version: .*$", '  version: "9.9.9"', "recipe.yaml: found version 9.9.9"),
        ("packaging/conda/recipe.yaml", r"rich >=13", "rich >=12", "expected the requirement rich>=13,<16"),
    ],
)
def test_each_disagreement_is_reported(root: Path, name: str, pattern: str, words: str, told: str) -> None:
    changed(root, name, pattern, words)
    found = list(release.disagreements(f"v{OWN}", root))
    assert len(found) == 1
    assert told in found[0]


def test_another_tag_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert release.main(["agree", "v9.9.9", "--notes", str(tmp_path / "notes.md")]) == 1
    assert f"tag v9.9.9: expected v{OWN}" in capsys.readouterr().out
    assert not (tmp_path / "notes.md").exists()


def test_addresses_of_a_repository_replace_what_stood_there() -> None:
    text = (release.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    once = release.with_addresses(text, "owner/name")
    project = tomllib.loads(once)["project"]
    assert set(project["urls"]) == {"Repository", "Issues", "Changelog", "Documentation"}
    assert release.with_addresses(once, "owner/name") == once
    assert tomllib.loads(once)["tool"] == tomllib.loads(text)["tool"]


@pytest.fixture
def metadata(root: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    for name in ("setup.py", "README.md", "LICENSE"):
        shutil.copy(release.ROOT / name, root / name)
    monkeypatch.chdir(root)
    return lambda: Path(build_meta.prepare_metadata_for_build_wheel("."), "METADATA").read_text(encoding="utf-8")


def test_the_description_on_an_index_has_no_relative_link(root: Path, metadata: Callable[[], str]) -> None:
    links = re.findall(r"\]\(([^)#]+)", (root / "README.md").read_text(encoding="utf-8"))
    assert re.findall(r"\]\(", metadata()) == []
    path = root / "pyproject.toml"
    path.write_text(release.with_addresses(path.read_text(encoding="utf-8"), "owner/name"), encoding="utf-8")
    found = re.findall(r"\]\(([^)#]+)", metadata())
    assert found == [f"https://github.com/owner/name/blob/v{OWN}/{link}" for link in links]
    assert all((release.ROOT / link).exists() for link in links)


def test_no_address_of_others_stands_for_the_project() -> None:
    project = tomllib.loads((release.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert not any("fide.com" in address for address in project.get("urls", {}).values())


def test_forms_for_reports_ask_for_the_file_and_the_judge() -> None:
    folder = release.ROOT / ".github" / "ISSUE_TEMPLATE"
    form = yaml.safe_load((folder / "wrong-pairing.yml").read_text(encoding="utf-8"))
    asked = {part["id"]: part for part in form["body"] if "id" in part}
    assert {"trf", "judge", "pairs", "version"} <= {name for name, part in asked.items() if part.get("validations")}
    assert "--judge" in asked["judge"]["attributes"]["description"]
