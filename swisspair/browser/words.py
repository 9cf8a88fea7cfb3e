"""The page's own sentences, with the keys that its JavaScript uses."""

from __future__ import annotations

from pairing_engine.facts.model import EventKind
from pairing_engine.language import marked, say
from pairing_engine.systems import SYSTEMS

WORDS = marked(
    {
        "title": "swisspair: pair a Swiss tournament in your browser",
        "loading": "Loading the engine: {percent} %",
        "starting": "Starting the engine",
        "engine-ready": "The engine is ready",
        "working": "Working",
        "no-webassembly": "This browser has no WebAssembly, which the engine needs. Any newer browser has it: "
        "Firefox, Chrome, Edge, or Safari from version 16.4 on.",
        "not-loaded": "The engine could not be loaded: {why}. Reload the page to try once more.",
        "skip": "Skip to the content",
        "boards": "Boards",
        "players": "Players",
        "standings": "Standings",
        "check": "Check",
        "file": "File",
        "undo": "Undo",
        "events": "Events",
        "unsaved": "Not saved: this browser has no room, or stores nothing. Go on, and save the TRF (File).",
        "changed-elsewhere": "Another window has changed this event since. Your last step was not kept: look at the "
        "event as it is now, and do it again.",
        "other-kept": "{name} stays in this browser: see Events.",
        "language": "Language",
        "menu": "Parts of the event",
        "welcome": "Pair your tournament here",
        "promise": "Everything happens in this browser. Nothing is uploaded, and it works without a network.",
        "open-title": "Open a tournament",
        "open-hint": (
            "A Tournament Report File (TRF) from any manager, an event in JSON, or a zip archive of such "
            "files. Drop it here, or"
        ),
        "choose": "choose a file",
        "example": "Look at an example",
        "which": "Which tournament of {name}?",
        "new-title": "Begin a new one",
        "event-name": "Name of the event",
        "number-of-rounds": "Rounds",
        "list": "Players, one in each line, with the rating if there is one",
        "system": "Pairing system and edition",
        "tie-breaks": "Tie-breaks, in their order",
        "begin": "Begin",
        "round": "Round {number}",
        "round-of": "Round {number} of {rounds}",
        "rounds-list": "Rounds",
        "pair": "Pair round {number}",
        "ready": "{players} players will be paired. First mark the absent players.",
        "away-now": "Not in round {number}:",
        "not-heard-of": "These players have no entry in round {before}, but are paired now: {names}",
        "over": "All rounds are played.",
        "open-results": "Results missing: {number}",
        "result-of": "Result of board {board}",
        "other-result": "Other result",
        "games": "Games",
        "team-hint": "This is an event of teams. Look at its rounds and standings here, ask why, check it, and pair "
        "the next round. Line-ups and results are entered in the program that manages the event.",
        "why-of": "Why? {name}",
        "move": "Move players",
        "move-hint": (
            "Choose a player, then the player to swap with. Before you keep the swap, you see what the rules say."
        ),
        "brackets": "Brackets",
        "keys-hint": "Keys: 1, =, 0, + and - enter a result and go to the next board. / and a number lead to a board.",
        "jump": "Go to board",
        "verify": "Verify",
        "verify-done": "Stop verifying",
        "verify-hint": "Enter all results once more. Boards that agree are ticked: {number} of {boards}.",
        "verify-differs": "The file says {old}, and now you say {new}. Enter it again to correct the file.",
        "why-rest": "In detail",
        "move-done": "Stop moving",
        "chosen": "{name} is chosen: now choose the other player",
        "proposal": "Your proposal",
        "keep": "Keep it",
        "discard": "Discard it",
        "by-hand": "By hand: {words}",
        "close": "Close",
        "why-not": "Why not …?",
        "what-if": "What if …?",
        "opponent-x": "against {name}",
        "the-bye": "the bye",
        "float-up": "an opponent with more points",
        "float-down": "an opponent with fewer points",
        "with-white": "White",
        "with-black": "Black",
        "if-absent": "{name} were absent",
        "if-bye": "{name} had the bye",
        "if-meets": "against {name}",
        "choose-one": "Choose …",
        "number": "No",
        "name": "Name",
        "rating": "Rating",
        "points": "Points",
        "next-round": "Round {number}",
        "here": "plays",
        "search": "Search by name",
        "rank": "Rank",
        "crosstable": "Crosstable",
        "why-rank-hint": "Touch a rank to see which tie-break separates a player from the player above.",
        "no-standings": "Standings appear after the first round.",
        "check-hint": "Every round is paired again and compared with the file.",
        "check-now": "Check all rounds",
        "sheets": "Print",
        "sheet-sheet": "Boards and seats for the wall",
        "sheet-slips": "Result slips",
        "sheet-poster": "Standings for the wall",
        "sheet-crosstable": "Crosstable for the wall",
        "sheet-round": "The round in full: brackets, colours, cards",
        "sheet-standings": "Standings and crosstable",
        "sheet-check": "The check in full",
        "print": "Print",
        "save-page": "Save the page",
        "save": "Save the TRF",
        "forget": "Forget this event",
        "forget-sure": "Forget the event? If you need it, save the TRF first.",
        "text": "The text of the file",
        "use-text": "Use this text",
        "notes": "What was adjusted to read the file",
        "wishes": "The organiser's wishes",
        "wish-field": "Players who should not meet",
        "wish-pairs": "Pairs who should not meet, such as 3-7, 4-9",
        "wish-bye": "Player who should have the bye, if anybody has it",
        "wish-no-bye": "Player who should not have the bye",
        "wish-add": "Add the wish",
        "wish-none": "Remove all wishes",
        "strength": "Strength of the wish",
        "weak": "weak: considered after all rules",
        "strong": "strong: considered before most rules",
        "hard": "hard: they must not meet",
        "wall": "Projector",
        "wall-empty": "Open an event in another window of this browser: its boards appear here.",
        "broken": "This file cannot be read yet",
        "broken-hint": "Nothing is lost. Correct the line here, or open another file.",
        "line": "Line {line}, column {column}",
        "mend": "Use the corrected line",
        "failed": "This could not be done",
    }
)
"""The page's own sentences. Names in braces are replaced with values."""


def systems() -> list[dict[str, str]]:
    return [
        {"system": name, "edition": edition, "words": f"{say(editions[edition].title)}, {edition}"}
        for name, editions in SYSTEMS.items()
        for edition in reversed(list(editions))
        if editions[edition].kind is not EventKind.TEAM
    ]
