"""The names that earlier releases had in `swisspair`. Each works for one more release, and names its successor."""

from importlib import import_module

from pairing_engine.facts.shown import outdated

METHODS = {
    "ask": ("checker.questions.asked", "Event.ask"),
    "check": ("checker.checking", "Event.check"),
    "examine": ("trf", "read"),
    "feasible": ("pairing_engine.answers.feasible", "Event.feasible"),
    "generate": ("pairing_engine.generator.generate", "Event.generate"),
    "pair": ("pairing_engine.answers.paired", "Event.pair"),
    "read_json": ("trf", "read"),
    "standings": ("pairing_engine.standings.table", "Event.standings"),
    "why_rank": ("pairing_engine.standings.why", "Event.why_rank"),
    "write": ("trf", "Event.write"),
    "write_json": ("trf", "Event.to_json"),
}
"""Functions, each with its module and the method that does the same."""

MOVED = {
    "checker.report": "Status",
    "pairing_engine.errors": "BadRequests Fact IllegalPairing TooLarge",
    "pairing_engine.facts.asked_wishes": "AskedAs",
    "pairing_engine.facts.model": "AbnormalPoints AbnormalTeamPoints NoteKind Strength Tournament "
    "VirtualPoints WishKind",
    "pairing_engine.generator.generate": "Amount",
    "pairing_engine.kernel.findings": "Finding",
    "pairing_engine.kernel.trace": "Board",
    "pairing_engine.systems": "Editions",
    "trf": "Reading Source",
}
"""Names that are now imported from their own module."""


def found(name: str) -> object:
    """Return the value of a former name, with a warning. Raises AttributeError for a name that never was."""
    home = next((home for home, names in MOVED.items() if name in names.split()), "")
    home, new = METHODS.get(name, (home, f"{home}.{name}"))
    if not home:
        raise AttributeError(f"module 'swisspair' has no attribute {name!r}")
    return outdated(f"swisspair.{name}", new, getattr(import_module(home), name), 4)
