"""Messages about wrong options, translated from click's English."""

from __future__ import annotations

import re

from pairing_engine.language import ENGLISH, language, marked, say

FORMS = marked(
    (
        "Missing argument {name}.",
        "{error} (Possible options: {names})",
        "{error} Did you mean {name}?",
        "No such option: {name}",
        "Invalid value for {name}: {error}",
        "Got unexpected extra argument(s) ({arguments})",
        "Option {name} requires an argument.",
        "Option {name} does not take a value.",
        "{value} is not a valid integer.",
        "{value} is not a valid int.",
        "{value} is not in the range {range}.",
        "{value} is not one of {values}.",
    )
)
"""The known messages of the command-line library."""


OURS = {
    r"Value error, (?P<error>.+)": "",
    r"Input should be a valid integer.*": marked("expected a whole number"),
    r"Input should be a valid number.*": marked("expected a number"),
    r"Input should be greater than or equal to (?P<least>.+)": marked("expected {least} or more"),
    r"Input should be less than or equal to (?P<most>.+)": marked("expected {most} or less"),
}
"""Patterns for pydantic's messages about refused values, each with our own message."""


def in_words(sentence: str) -> str:
    """Translate a message of the command-line library, if its form is known.

    >>> in_words("No such option: --colour")
    'No such option: --colour'
    >>> in_words("Invalid value for '--jobs': Input should be greater than or equal to 1")
    "Invalid value for '--jobs': expected 1 or more"
    """
    for pattern, words in OURS.items():
        told = re.search(f"(?:^|: ){pattern}$", sentence, re.DOTALL)
        if told:
            said = say(words, **told.groupdict()) if words else in_words(told["error"])
            before = sentence[: told.start()]
            return said if not before else in_words(f"{before}: {said}")
    if language() == ENGLISH:
        return sentence
    for form in FORMS:
        pattern = re.sub(r"\\{([a-z]+)\\}", r"(?P<\1>.+)", re.escape(form))
        found = re.fullmatch(pattern, sentence, re.DOTALL)
        if found:
            values = found.groupdict()
            if "error" in values:
                values["error"] = in_words(values["error"])
            return say(form, **values)
    return sentence
