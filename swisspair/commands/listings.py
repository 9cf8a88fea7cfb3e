"""The commands that need no event: the rules of a system, small examples of articles, and the JSON schemas."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.language import marked, say, say_many
from swisspair.statuses import ExitStatus, Failure, refused
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option, missing
from swisspair.terminal.options import ANSWER, EVENT, Edition
from swisspair.terminal.streams import json_text, show
from swisspair.terminal.whole_files import write_or_show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing_engine.systems.system import System
    from swisspair.examples import Example


def rules(
    system: Annotated[str, Argument("dutch, dubov, lim, ...", EVENT, "SYSTEM", values=APPLIED_FROM.keys)],
    edition: Edition = None,
) -> ExitStatus:
    """List the criteria, steps and colour rules of a system in their order, each with its article."""
    found = _system(system, edition)
    form = marked("{title}, edition {edition} ({article})")
    lines = [say(form, title=say(found.title), edition=found.edition, article=found.article)]
    lines += [f"  {say(rule.code):4} {rule.article:8} {say(rule.summary)}" for rule in found.criteria]
    lines += [f"  {'':4} {article:8} {say(words)}" for article, words in found.procedure]
    lines += [f"  {'':4} {step.article:8} {say(step.summary)}" for step in found.colour_steps]
    show("".join(f"{line}\n" for line in lines))
    return ExitStatus.DONE


def json_schema(
    contract: Annotated[
        Literal["answers", "event", "conversation"],
        Argument(
            "The schema to show: of the answers, of an event, or of a conversation.",
            metavar="[answers|event|conversation]",
        ),
    ] = "answers",
) -> ExitStatus:
    """Show the JSON Schema of an event, of a conversation, or of the answers of both programs (docs/json.md)."""
    if contract == "conversation":
        from json import dumps

        from swisspair.conversation.contract import schema

        show(dumps(schema(), ensure_ascii=False, indent=2) + "\n")
        return ExitStatus.DONE
    if contract == "event":
        from trf.event_json import schema_text
    else:
        from pairing_engine.answers.contract import schema_text

    show(schema_text())
    return ExitStatus.DONE


def example(
    article: Annotated[
        str, Argument("An article, such as C9 or 2.4.4 (default: list all examples).", EVENT, "[ARTICLE]")
    ] = "",
    system: options.SystemToGenerate = None,
    edition: options.Edition = None,
    number: Annotated[int, Option("Which of the article's examples.", EVENT, "N", min=1)] = 1,
    format_: Annotated[Literal["text", "json", "trf"], Option("text, json or trf.", ANSWER)] = "text",
    output: Annotated[Path | None, Option("Write the event as a TRF.", ANSWER, "FILE")] = None,
) -> ExitStatus:
    """Show a small event in which an article decides, with the round and what it would be without the article.

    Without an article, list the articles of a system that have examples.
    """
    from swisspair.examples import about_article

    known = _known(system, edition)
    if not article:
        if output is not None or format_ == "trf":
            raise missing("ARTICLE")
        show(
            _list_of(known)
            if format_ == "text"
            else json_text({"examples": [example.to_dict() for example in known]}, indent=2)
        )
        return ExitStatus.DONE
    found = about_article(article, known)
    if not found:
        raise refused("there is no example of {article}; swisspair example lists the articles", article=article)
    if number > len(found):
        raise Failure(
            ExitStatus.BAD_REQUEST,
            say_many(
                "there is only one example of {article}",
                "there are only {count} examples of {article}",
                len(found),
                count=len(found),
                article=article,
            ),
        )
    shown = found[number - 1]
    if output is not None:
        write_or_show(output, shown.trf)
        return ExitStatus.DONE
    if format_ == "text":
        show("".join(f"{line}\n" for line in _lines(shown, len(found))))
    elif format_ == "trf":
        show(shown.trf)
    else:
        show(json_text({**shown.to_dict(), "trf": shown.trf}, indent=2))
    return ExitStatus.DONE


def _list_of(known: Sequence[Example]) -> str:
    head = (say("example"), say("article"), say("players"), say("round"), say("what the article says"))
    rows = [(one.name, one.article, str(len(one.event.participants)), str(one.round), say(one.about)) for one in known]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return "".join("  ".join(map(str.ljust, row, widths)).rstrip() + "\n" for row in (head, *rows))


def _known(system: str | None, edition: str | None) -> tuple[Example, ...]:
    from swisspair.examples import examples

    chosen = _system(system, edition)
    return examples(chosen.name, chosen.edition)


def _system(system: str | None, edition: str | None) -> System:
    from pairing_engine.facts.model import Settings
    from pairing_engine.systems.choice import choose

    return choose(Settings(), system, edition).system


def _lines(example: Example, count: int) -> list[str]:
    from pairing_engine.systems import SYSTEMS
    from swisspair.examples import shown_pairs

    chosen = SYSTEMS[example.system][example.edition]
    code = f"{example.code}, " if example.code else ""
    article = f"{code}{example.article}"
    form = marked("{title}, edition {edition}; {name}, one of {count} examples")
    lines = [
        say("{name}: {words}", name=article, words=say(example.about)) if example.about else article,
        say(form, title=say(chosen.title), edition=example.edition, name=example.name, count=count),
        say_many(
            "an event of {players} participants before round {round}, after one round",
            "an event of {players} participants before round {round}, after {played} rounds",
            example.round - 1,
            players=len(example.event.participants),
            round=example.round,
            played=example.round - 1,
        ),
        say("  the right round: {pairs}", pairs=shown_pairs(example.pairs)),
    ]
    if example.without:
        lines.append(say("  without the article: {pairs}", pairs=shown_pairs(example.without)))
    lines += [
        say("  if it is misread ({misread}): {pairs}", misread=each.misread, pairs=shown_pairs(each.pairs))
        for each in example.misreadings
        if each.article == example.article and each.misread
    ]
    return [*lines, say("--output FILE writes the event, and swisspair pair FILE --format account explains the round")]
