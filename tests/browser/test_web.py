"""Checks of the source files for the browser page: colour contrast, scripts and packages (docs/browser.md)."""

import re

import pytest

from tests.places import ROOT
from tools.web.packages import NETWORKX_OPENS
from tools.web.parts import parts

WEB = ROOT / "web"
NAMESPACE = "http://www.w3.org/2000/svg"
"""The name of a kind of markup, which no browser asks for."""

PAIRS = [
    ("ink", "paper"), ("ink", "card"), ("ink", "tint"), ("ink", "mark"), ("soft", "paper"), ("soft", "card"),
    ("on-accent", "accent"), ("warn", "warn-tint"), ("warn", "paper"), ("accent", "card"),
]  # fmt: skip
"""Pairs of text and background colours."""


def themes() -> dict[str, dict[str, str]]:
    light, dark = (WEB / "style.css").read_text(encoding="utf-8").split("@media (prefers-color-scheme: dark)")[:2]
    named = (dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", part.partition("}")[0])) for part in (light, dark))
    return dict(zip(("light", "dark"), named, strict=True))


def luminance(colour: str) -> float:
    """Compute the relative luminance of a colour, according to WCAG 2.2."""
    parts_of_255 = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts_of_255]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("text", "behind"), PAIRS)
def test_texts_have_the_contrast_of_aa(theme: str, text: str, behind: str) -> None:
    lighter, darker = sorted((luminance(themes()[theme][name]) for name in (text, behind)), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_the_page_asks_nobody_else_and_runs_no_inline_script() -> None:
    page = (WEB / "index.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules["connect-src"] == "'self'"
    assert rules["default-src"] == "'none'"
    assert "unsafe-inline" not in rules["script-src"]
    assert "'unsafe-eval'" not in rules["script-src"]
    assert not re.search(r"<script(?![^>]*src=)", page)
    for path in sorted(WEB.rglob("*")):
        if path.is_file() and path.suffix in (".js", ".html", ".css"):
            text = path.read_text(encoding="utf-8").replace(NAMESPACE, "")
            found = re.findall(r"https?://\S+", text)
            assert found == [], path.name


def test_no_script_makes_markup_of_texts() -> None:
    for path in sorted(WEB.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text), path.name


def test_the_used_parts_of_networkx_are_taken() -> None:
    used: set[str] = set()
    for path in (ROOT / "pairing_engine" / "matching").glob("*.py"):
        used.update(re.findall(r"\bnetworkx\.([a-z_]\w+)", path.read_text(encoding="utf-8")))
    opens = " ".join(NETWORKX_OPENS.values())
    assert {name for name in used if not re.search(rf"import .*\b{name}\b", opens)} == set()


def test_every_part_is_locked_by_its_hash() -> None:
    for part in (*parts().values(), *parts("tests").values()):
        assert re.fullmatch("[0-9a-f]{64}", part.sha256)
        assert part.version in part.file
        assert part.licence
