"""The sentences of all findings. A key begins with the code of its adjustment or problem (docs/adjustments.md)."""

from __future__ import annotations

from pairing_engine.language import marked

SENTENCES = marked(
    {
        "ADJ-03": "{byte} is not UTF-8: the file was read as cp1252",
        "ADJ-04": (
            "the name was padded to a number of bytes instead of characters: the columns after it stand too far to the "
            "left, and are moved back"
        ),
        "ADJ-09": (
            "nobody has an opponent in {where}, so it is read as the next round to be paired; players marked with - "
            "are absent, {absent} in all"
        ),
        "ADJ-09 after the last round": "{column} is ignored: round {rounds} is the last of the event",
        "ADJ-10": "Z together with opponent {opponent} is read as a forfeit loss",
        "ADJ-11": "{mark!r} without an opponent is read as {kind}",
        "ADJ-12": "all {forfeited} games of round {round} are forfeits: if they were played, write 1 and 0",
        "ADJ-13": "F in round {round} is read as a full-point bye: was the pairing-allocated bye (U) meant?",
        "ADJ-15": (
            "only one of players {number} and {opponent} has an unrated result (W, D or L): both results are kept as "
            "they are"
        ),
        "ADJ-18": "the {declared} points in the file include {points} for a bye in the next round, which is left out",
        "ADJ-19": "the {declared} points in the file include {points} from acceleration, which are left out",
        "ADJ-20 blank": "the points are blank: the sum of the results ({computed}) is used",
        "ADJ-20 comma": "{text} is written with a comma: it is read as {declared}",
        "ADJ-20 less": (
            "player {number} has {declared} points in the file, but the results give {computed} ({change} less): the "
            "results are used"
        ),
        "ADJ-20 more": (
            "player {number} has {declared} points in the file, but the results give {computed} ({change} more): the "
            "results are used"
        ),
        "ADJ-28": "{code} is in record 092 instead of record 192: it is read as the code of the system",
        "ADJ-31": "the file does not state the number of rounds (record 142 or XXR){last}",
        "ADJ-33": "{word!r} is not a setting of XXC: it is ignored",
        "ADJ-33 teams": "{word!r} is a setting for players, not for teams: it is ignored",
        "ADJ-36": "player {number} already has the same record XXA in line {line}",
        "ADJ-37": "record {code} is read without {unknown}",
        "ADJ-39": "{line!r} is not the code of a TRF record: the line is ignored",
        "ADJ-42": "{match!r} is outside the columns of record 162: it is read anyway",
        "ADJ-44": "the first round is missing: the prohibition is read as applying to rounds 1 to {end}",
        "ADJ-45": "the points are in the columns of {shown}, but only team events have points of this kind",
        "ADJ-45 teams": "the points are in the columns of {shown}, but these are not the primary score of this event",
        "ADJ-48": "some starting ranks below {number} are missing: the numbers are kept as they are",
        "ADJ-48 teams": "some team numbers below {number} are missing: the numbers are kept as they are",
        "ADJ-50": "rating {rating} is higher than the previous player's: the starting ranks are kept as they are",
        "ADJ-54": "round {round} is not the next round to be paired: its byes ({byes}) are kept until it is paired",
        "ADJ-56": "the game of players {number} and {opponent} has no result: it counts as {points}",
        "ADJ-56 not counted": "the {declared} points in the file do not include {points} for games without a result",
        "ADJ-58 blank": "the line of {player} is blank in round {number}: {kind} is taken from record 240",
        "ADJ-58 by games": (
            "record 240 states {kind} for player {player} in round {number}, but the games show otherwise: the games "
            "are used"
        ),
        "ADJ-58 by line": (
            "record 240 states {kind} for player {player} in round {number}, but the player's own line says otherwise: "
            "that line is used"
        ),
        "ADJ-58 twice": (
            "{kind} is stated for participant {tpn} in round {number}, but {stated} was stated earlier: the earlier "
            "statement is used"
        ),
        "ADJ-59": (
            "record {code} is about round {number}, but the event ends with round {rounds}: the record is ignored"
        ),
        "ADJ-58 again": (
            "an earlier record 240 states {kind} for round {number}, too: both are read, but one may be damaged"
        ),
        "ADJ-59 end": "record {code} goes on to round {number}, but the event ends with round {rounds}",
        "ADJ-59 bye": (
            "record 320 names a team for round {number}, but the event ends with round {rounds}: the team is ignored"
        ),
        "ADJ-60": "{field}: found {found}, which does not affect the pairing and is ignored",
        "ADJ-61": (
            "the results of matches are given in points: each match is read as two games that add up to its points"
        ),
        "ADJ-62": "{name} of team {team}: {stated} in the file, but the matches give {counted}, which is used",
        "ADJ-63": "team {team} met another team in round {number}, so its bye does not count",
        "ADJ-64": (
            "no record 300 states the line-up of team {team} in round {number}, so the opponent of player {player} in "
            "that round is not known"
        ),
        "ADJ-65": "team {team} gets a bye in round {number}, because its players are marked with a bye in that round",
        "ADJ-65 ahead": (
            "the byes of single players in round {number} are ignored: before a round is paired, they say nothing "
            "about teams"
        ),
        "ADJ-66": "record 330 about the match of teams {white} and {black} in round {number} is ignored: {said}",
        "ADJ-67": "player {number} has {stated} points in the file, but the games give {comes_to}, which is used",
        "ADJ-68": "nobody of team {team} has a game in round {number}: the line-up is ignored",
        "ADJ-68 no match": "team {team} has no match in round {number}: its line-up is ignored",
        "ADJ-69": "the colours of board {place} in round {number} do not agree with record 352",
        "ADJ-70": (
            "the colours of board 1 in round {number} are inferred from board {place}, because colours alternate "
            "from board to board"
        ),
        "ADJ-71": (
            "nobody has points in the file, but the results give points to {gained} players: the results are used"
        ),
        "ADJ-72": "blanks of player {number} are read as {shown}, which gives the {declared} points in the file",
        "ADJ-73": "the tab is ignored, because only white space follows it",
        "ADJ-73 after the code": "a tab after {line} is read as a blank",
        "ADJ-73 lines": (
            "the tab is ignored, because only white space follows it; tabs at the ends of {more} more lines are "
            "ignored, too"
        ),
        "ADJ-74": "the values are not in their columns: they are read one after another, separated by blanks",
        "ADJ-75": "{mark!r} without an opponent is read as an absence, because nobody has an opponent in this round",
        "ADJ-76": "{text!r} with neither colour nor result is read as an absence from {where}",
        "ADJ-76 ignored": (
            "{text!r} with neither colour nor result is ignored, because only 0000 marks a player as absent from "
            "{where}"
        ),
        "ADJ-78": "players {number} and {opponent} both have {colour} in {column}: their colours are read as unknown",
        "ADJ-79": (
            "record 192 is missing, but the file says {record!r} and has records about teams, so it is read as a team "
            "event"
        ),
        "ADJ-80": "the {rounds} rounds are read as {rounds} matches of two games each; were {matches} matches meant?",
        "ADJ-81": "the last day, {day}, is before the first day, {other}",
        "ADJ-81 after": "a round on {day} is after the last day, {other}",
        "ADJ-81 before": "a round on {day} is before the first day, {other}",
        "ADJ-82": "the code is {code}, but on {day} the edition of {in_force} was in force: the code is followed",
        "ADJ-82 not yet": "the code {code} names an edition that was not yet in force on {day}: the code is followed",
        "ADJ-83": "{type!r} does not name the same rules as {code} in record 192: record 192 is used",
        "ADJ-84": "there is no blank after {code}: the line is read anyway",
        "ADJ-85": "a prohibition needs two participants: is a number missing?",
        "ADJ-86": "{code} is not the code of a known system: choose a system",
        "ADJ-87": "the {name} {digits} is not in columns {first} to {last}: it is read anyway",
        "ADJ-88": "{word} is ignored, because record XXS has no such code",
        "ADJ-90": "this wish names nobody, so it has no effect",
        "ADJ-91": "a damaged letter is read as one letter: the columns after the name are moved to the left",
        "ADJ-92": "team {team} has no match in round {number}, so it is taken to have the pairing-allocated bye",
        "ADJ-93": (
            "the players of teams {one} and {other} did not sit in the order of their lists in round {number}: the "
            "boards are read in the order of team {one}"
        ),
        "ADJ-94": "player {number} is named twice in record {code}: it counts once",
        "ADJ-95": "{text} has a leading zero: it is read as {number}",
        "ADJ-96": "{text} without 0000 and - is the only entry in {where}: it is read as a bye",
        "ADJ-97": "the {field} is 0: it is read as {first}, as if it were blank",
        "ADJ-98": "{points} virtual points are more than wins in {rounds} rounds could give: is a digit damaged?",
        "ADJ-98 of unknown rounds": "{points} virtual points are more than any acceleration gives: is a digit damaged?",
        "ADJ-99": "record 062 counts {number} players, but the file has {there}: is a line missing?",
        "ADJ-100": "round {round} has {number} pairing-allocated byes (U), but there can be only one",
        "ADJ-101": "{what} is worth {points} points, more than a win ({win}): is a digit damaged?",
        "ADJ-102": "player {number} is already in the team of line {line}: the earlier line is used",
    }
)

PROBLEMS = marked(
    {
        "blank after": ("", "a blank after the code {code}", "is the line shifted?"),
        "blank at end": ("", "nothing after the last field", ""),
        "blank at right": ("", "a number that ends in column {last}", "is the line shifted?"),
        "blank before": ("blanks before {code}", "{code} in columns 1 to 3", "move the line to the left"),
        "blank before one": ("", "a blank between two fields",
            "column {first} is for the {name}: is the line shifted?"),
        "blank between": ("", "a blank between two fields",
            "columns {first} to {last} are for the {name}: is the line shifted?"),
        "blank in list": ("", "a blank between two fields",
            "the first of the {name} is in columns {first} to {last}, and each of the others {stride} further on"),
        "blank in round": ("", "a blank",
            ("the opponent belongs in columns {opponent} to {last}, the colour in {colour}, the result in {result}: is "
             "the line shifted?")),
        "bye of another": (
            "player {player} has a pairing-allocated bye, but player {given} has the only one of the round", "",
            "write Z, H or F for a player who does not play in this round"),
        "colour": ("", "W or B", ""),
        "colour alone": ("{colour!r} without an opponent", "- or a blank",
            "name the opponent or, for a bye, remove the colour"),
        "colour missing": ("no colour for a played game", "w or b", "only a forfeited game may be without colours"),
        "colour of a game": ("", "w or b", ""),
        "colour of boards": ("", "W and B, one for each board", ""),
        "contradiction in bye": ("{kind}, although the first game has {first}", "the same bye for both games",
            "a bye is for the whole match, not for one of its games"),
        "contradiction in colour": ("{colour}, the same colour as in the first game",
            "the opposite colour to the first game", ""),
        "contradiction in first game": ("", "{opponent}, as in the second game of the match",
            "the two columns of a round are the two games of a match"),
        "contradiction in second game": ("", "{opponent}, as in the first game of the match",
            "the two columns of a round are the two games of a match"),
        "contradiction of boards": ("{met}, but according to the line-ups player {player} faces {shown}",
            "the boards of teams {one} and {other} in the same order", "state the line-ups in records 300"),
        "contradiction of colours": ("this line and that of player {number} (line {line}) both say {colour!r}", "",
            "correct one of the two lines"),
        "contradiction of line-up": ("a game of player {player}",
            "only games of players in the line-up of team {team} (line {line})", ""),
        "contradiction of matches": ("teams {one} and {other} in round {number}",
            "team {mate}, which team {team} met in that round", ""),
        "contradiction of opponents": (
            "this line names player {number}, but in that round player {number} (line {line}) names {says}", "",
            "correct one of the two lines"),
        "contradiction of players": ("player {player}, who has no game in round {number}",
            "players with a game, or 0000 for an empty board", ""),
        "contradiction of records": ("line {line} says {first}, but this line says {this}", "",
            "remove one of the two records"),
        "contradiction of results": ("{result}, but opponent {number} has {other} in line {line}", "",
            "correct one of the two lines"),
        "contradiction of sides": ("team {white} on both sides", "two different teams", ""),
        "contradiction of teams": ("player {player}, a member of team {team}", "an opponent from {met}",
            "a team has one opponent in a round"),
        "contradiction with nobody": (
            "this line names player {number}, but in that round player {number} (line {line}) names nobody", "",
            "correct one of the two lines"),
        "duplicate 320": ("a second record 320", "only one record 320 (there already is one in line {line})", ""),
        "duplicate XXA": ("{number}, but line {line} already gives this player other points",
            "at most one record XXA for each player", ""),
        "duplicate in the record": ("player {number}, who is listed twice in the record", "every player in one team",
            ""),
        "duplicate in two teams": ("player {number}, a member of team {other} (line {line})",
            "every player in one team", ""),
        "duplicate line-up": ("another",
            "one line-up for each team and round: line {other} already has the line-up of team {team} in round {round}",
            ""),
        "duplicate player": ("the player in line {line} already has the number {number}", "",
            "give every player a different number"),
        "duplicate team": ("the team in line {line} already has the number {number}", "",
            "give every team a different number"),
        "empty": ("there is no player (record 001)", "", "is this a tournament report file?"),
        "empty text": ("{lines} lines, but no record of a player", "records 001",
            "this is not a tournament report file"),
        "kind": ("", "", ""),
        "kind of bye": ("", "F, H or Z", ""),
        "kind of forfeit": ("", "+-, -+ or --", ""),
        "limit digits": ("{number} digits ({digits})", "at most {width} digits", "a TRF has no room for more"),
        "limit name": ("{number} characters", "at most {most} characters", ""),
        "limit of numbers": ("a number of {number} digits", "a number of at most {most}", ""),
        "limit of points": ("", "at most {most}", "a TRF has no room for more"),
        "limit of rounds": ("a number of {number} digits", "at most {most}", "a TRF has no room for more"),
        "limit points": ("", "at most 99.9", "a TRF has no room for more in columns {first} to {last}"),
        "limit rounds": ("more than {limit} rounds", "at most {limit} rounds", "no event has more rounds than that"),
        "missing code": ("", "this code in a record 192", "give the record 192 a line of its own"),
        "missing match": ("a forfeit of team {team} without an opposing team", "a match of two teams",
            "name the match in a record 330"),
        "missing members": ("none", "the members of the team", ""),
        "missing number": ("none", "at least one number",
            "check whether something is missing at the end of the line"),
        "missing players": ("none", "at least one number", ""),
        "missing teams": ("none", "records 310", "name the teams and their members"),
        "missing value": ("blanks", "a value", ""),
        "number": ("", "one number", ""),
        "number of a round": ("", "the number of a round", ""),
        "number of an opponent": ("", "a starting rank, 0000 or blanks", ""),
        "number of rounds": ("", "a number from 1 to {most}", ""),
        "number or blanks": ("", "one number or blanks", ""),
        "number up to": ("", "a number from 1 to {most}", ""),
        "player against self": ("{opponent}, the player's own number", "an opponent", ""),
        "player of another team": ("player {player} is not a member of team {team}", "",
            "list only members of the team, each of them once, and 0000 for empty boards"),
        "player on two boards": ("player {player} already has a board", "",
            "list only members of the team, each of them once, and 0000 for empty boards"),
        "player unknown": ("this line names player {number}, but no player has this number", "", ""),
        "points in tenths": ("", "points such as 4.5, with at most one decimal", ""),
        "points of a match": ("", "points that the results of two games can add up to", ""),
        "points of a player": ("{declared} for player {number}", "{computed}, the sum of the results", ""),
        "points of record 299": ("blanks", "points such as 1.0", ""),
        "points of teams": ("blanks", "match points, game points or both", ""),
        "range": ("{first}, which is greater than {last}", "at most {last}", ""),
        "result alone": ("{result!r} without an opponent", "U, F, H or Z",
            "U is the pairing-allocated bye, and F, H and Z are full-, half- and zero-point byes"),
        "result as a fraction": ("", "= for a draw", "write ="),
        "result of a bye": ("the bye {result} together with opponent {opponent}", "the result of a game",
            "for a bye, write 0000 as the opponent"),
        "result of a match": ("", "points such as 1.5 (as for the other matches), + or -", ""),
        "rounds": ("round {round}", "no more rounds than stated ({rounds})", ""),
        "rounds beyond the last": ("there is an entry beyond the stated number of rounds ({rounds})", "",
            "correct record 142 (XXR) or remove the column"),
        "scoring": ("", "", ""),
        "scoring by codes": ("", "CODE=points, where CODE is one of {codes}", ""),
        "scoring by letters": ("", "one of the symbols W D L A P X", ""),
        "scoring by symbols": ("", "symbols, each followed by its points", ""),
        "scoring in points": ("", "points such as 0.5", ""),
        "scoring out of order": ("{wrong} points for a win, a draw and a loss",
            "a win worth at least a draw, and a draw worth at least a loss", ""),
        "scoring twice": ("", "one value for {symbol}, not also {points}", ""),
        "scoring twice in two lines": ("", "one value for {symbol}, but line {line} has {points}", ""),
        "tab": ("a tab", "blanks", "replace tabs by blanks: columns cannot be counted across a tab"),
        "team": ("an entry for player {player}, who belongs to no team", "a member of a team", ""),
        "unknown": ("no known result of the game against {opponent}", "a result",
            "enter the result, or count adjourned games as draws (--adjourned draw)"),
        "wish": ("",
            ('a wish such as "avoid club, weak, rounds 2-2: 1 4 9 / 2 7"; its kind is avoid, prefer-bye or no-bye, its '
             "strength weak, strong or hard"), ""),
    }
)  # fmt: skip
"""For each problem, the fact that was found, the facts that were expected, and advice. A finding may give its own."""
