"""Collect all messages with Babel, and update the message catalogues (``make catalogues``)."""

import ast
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from swisspair.commands.table import COMMANDS
from tests.places import ROOT

PACKAGES = "swisspair", "pairing_engine", "checker", "trf", "tools/web"
CATALOGUES = ROOT / "pairing_engine" / "language"
CONTENT = "Content-Type: text/plain; charset=utf-8"

SAID: dict[str, tuple[int | str, ...]] = {
    "say": (0,),
    "say_many": (0, 1),
    "refusal": (0,),
    "marked": (0,),
    "refused": (0,),
    "Option": (0, 2, "metavar"),
    "Argument": (0, 2, "metavar"),
    "Command": (1, 2),
    "Field": (0,),
    "at": (2,),
    "counts": (2,),
    "lists": (2,),
    "lowered": (2,),
    "add": (3,),
    "add_opponents": (3,),
    "ColourStep": (1,),
    "colour_step": (1,),
    "ByeStep": (1,),
    "ByeRule": (2, 3),
    "Clash": (2,),
    "LimReason": (1,),
    "_not_seated": (2,),
}
"""The functions that take messages, each with the positions or names of its message arguments."""

KEYWORDS = "_", "gettext", "ngettext"
OPTIONS = {"silent": "false"}
"""The options of Babel for templates. Babel must report a faulty template as an error."""

TASKS = {"_without_command", *(command.work.rpartition(".")[2] for command in COMMANDS.values())}
"""The functions whose docstrings are shown on help pages."""

_WORD, _CODE = re.compile(r"[A-Za-z]{2}"), re.compile(r"ADJ-[0-9]+|C\.[0-9.]+")

Said = str | tuple[str, str]


def messages_in(path: Path) -> Iterator[Said]:
    """Yield the messages in a Python file: arguments of translating functions, and help texts of options."""
    source = path.read_bytes()
    has_options = re.search(rb"command_line import .*(Option|Argument)", source) is not None
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            found = [text for place in SAID.get(name or "", ()) for text in _texts(_argument(node, place))]
            if found and name == "say_many":
                yield found[0], found[1]
            else:
                yield from (text for text in found if _WORD.search(text) and not _CODE.fullmatch(text))
            if name == "_command" and (more := list(_texts(_argument(node, 1)))):
                yield f"{COMMANDS[next(_texts(_argument(node, 0)))].words} {more[0]}"
        elif isinstance(node, ast.FunctionDef) and has_options and node.name in TASKS:
            yield from (" ".join(text.split()) for text in (ast.get_docstring(node) or "").split("\n\n"))


def _in_template(path: Path) -> Iterator[Said]:
    with path.open("rb") as file:
        for _line, _function, message, _comments in babel_extract(file, KEYWORDS, (), OPTIONS):
            assert message is not None
            yield message if isinstance(message, str) else (str(message[0]), str(message[1]))


def _argument(call: ast.Call, place: int | str) -> ast.expr | None:
    if isinstance(place, int):
        return call.args[place] if place < len(call.args) else None
    return next((one.value for one in call.keywords if one.arg == place), None)


def _texts(value: ast.expr | None) -> Iterator[str]:
    """Yield the texts in an expression: a literal, a tuple, a dictionary, or a conditional expression."""
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Tuple(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from _texts(part)
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one), *_texts(other))


def collected() -> Catalog:
    catalogue = Catalog(project="swisspair", fuzzy=False)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for message in messages_in(path):
                catalogue.add(message)
        for path in sorted((ROOT / package).rglob("templates/*.html")):
            for message in _in_template(path):
                catalogue.add(message)
    return catalogue


def read(path: Path) -> Catalog:
    return read_po(io.BytesIO(path.read_bytes()), locale=path.stem, abort_invalid=True)


def files() -> list[Path]:
    return sorted(CATALOGUES.glob("*.po"))


def strings_of(message: Message) -> tuple[str, ...]:
    """Return the strings of a translation, one for each plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def as_text(catalogue: Catalog, comment: str) -> bytes:
    """Write a catalogue as text, sorted by message to avoid merge conflicts.

    The header contains only the language, the encoding and the rule for plurals.
    """
    for message in catalogue:
        message.flags.clear()
    out = io.BytesIO()
    write_po(out, catalogue, width=120, no_location=True, sort_output=True, omit_header=True)
    head = ("Language: " + str(catalogue.locale), CONTENT, "Plural-Forms: " + catalogue.plural_forms)
    header = "".join(f'"{line}\\n"\n' for line in head)
    return f'{comment}\nmsgid ""\nmsgstr ""\n{header}\n'.encode() + out.getvalue()


def comment_of(path: Path) -> str:
    return "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# "))


def french(text: str) -> str:
    r"""Give a text French apostrophes, and no-break spaces before punctuation and inside quotation marks.

    >>> french("l'ami « A » : 3 ?")
    'l’ami «\xa0A\xa0»\xa0: 3\xa0?'
    """
    spaced = re.sub(r" (?=[:;?!]( |$))| (?=»)|(?<=«) ", "\u00a0", text)
    return re.sub(r"(?<=[^\W\d])'(?=[^\W\d{])", "’", spaced)


def update(path: Path, messages: Catalog) -> None:
    """Update a catalogue: add new messages, and remove old messages."""
    catalogue = read(path)
    catalogue.update(messages, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    if catalogue.locale is not None and catalogue.locale.language == "fr":
        for message in catalogue:
            said = message.string
            message.string = french(said) if isinstance(said, str) else tuple(map(french, said or ()))
    path.write_bytes(as_text(catalogue, comment_of(path)))


def main(paths: Sequence[Path]) -> None:
    messages = collected()
    for path in paths:
        update(path, messages)
        missing = [message for message in read(path) if message.id and not all(strings_of(message))]
        print(f"{path.name}: {len(missing)} messages without a translation")


if __name__ == "__main__":
    main(files())
