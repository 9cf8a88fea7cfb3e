"""An arbiter's evening with the programs, from a list of names to the printed poster."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.programs.commands.calls import BAD_REQUEST, DONE, Call, names, put
from trf import examine

LIST = """Name;Elo;Title;Fed;Club
Edlund, Nils;1766
Aalto, Eino;1985;;FIN;Kiel
Bianchi, Sara;1921;WFM;ITA;Roma
Gruber, Lena;1655;;GER;Roma
Castro, Iker;1874;;ESP;Kiel
Dvořák, Hana;1830;;CZE
Fiala, Pavel;1712
"""

NEW = ("--new", "players.csv", "--rounds", 3, "--name", "Thursday Club", "--date", "2026-11-19")


def adjustments(path: str = "club.trf") -> list[str]:
    return [one.code for one in examine(Path(path)).adjustments]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_from_a_list_of_names_to_the_poster(call: Call, language: str) -> None:
    def swisspair(*words: object, stdin: str = "") -> str:
        done = call("swisspair", *words, "--language", language, stdin=stdin)
        assert done.status == DONE, done.errors
        return done.output + done.errors

    put("players.csv", LIST)
    begun = swisspair(*NEW, "--initial-colour", "white", "--output", "club.trf")
    assert ("7 players, 3 rounds" in begun, "7 joueurs, 3 rondes" in begun) == (language == "en", language == "fr")
    assert adjustments() == []
    sheets = ("--sheet", "boards.html", "--slips", "slips.html")
    paired = swisspair("--pair", "club.trf", "--write-back", "club.trf", *sheets)
    assert paired.splitlines()[:4] == ["4", "1 4", "5 2", "3 6"]
    seat = {"en": "Edlund, Nils: board 2, White", "fr": "Edlund, Nils\u00a0: échiquier 2, Blancs"}[language]
    assert seat in Path("boards.html").read_text(encoding="utf-8")
    assert Path("slips.html").read_text(encoding="utf-8").count("<section>") == 3
    assert adjustments() == ["ADJ-77"]
    assert "4 Dvořák, Hana" in swisspair("--why", 1, "club.trf")
    swisspair("--enter", "1:1-0 2:½-½", "club.trf", "--output", "club.trf")
    complete = swisspair("--enter", "-", "club.trf", "--output", "club.trf", stdin="3 0-1\n")
    assert ("is complete" in complete, "est complète" in complete) == (language == "en", language == "fr")
    assert adjustments() == []
    swisspair("--pair", "club.trf", "--bye", "edlund=H", "--write-back", "club.trf")
    put("results.txt", "# round 2\nAalto = 1\ncastro:-\nfiala:½\n")
    swisspair("--enter", "results.txt", "club.trf", "--output", "club.trf")
    swisspair("--pair", "club.trf", "--write-back", "club.trf")
    swisspair("--enter", "1:1-0 2:0-1 3:½-½", "club.trf", "--output", "club.trf")
    table = swisspair("--standings", "club.trf", "--tiebreaks", "PTS,BH").splitlines()
    assert "3" in table[0]
    assert len(table) == 9
    in_order = [line.split(maxsplit=2)[2].split("  ")[0] for line in table[2:]]
    for options in ((), ("--crosstable",)):
        swisspair("--standings", "club.trf", *options, "--tiebreaks", "PTS,BH", "--sheet", "poster.html")
        poster = Path("poster.html").read_text(encoding="utf-8")
        assert {"en": "Standings after round 3", "fr": "Classement après la ronde 3"}[language] in poster
        assert re.findall('scope="row" class="name">([^<]*)<', poster) == in_order
    assert adjustments() == []
    assert call("swisscheck", "club.trf", "--jobs", 1).status == DONE
    assert examine(Path("club.trf"), strict=True).tournament.rounds[1].byes[0] == (
        5,
        examine(Path("club.trf")).tournament.rounds[1].byes[0].kind,
    )


def test_the_initial_colour_is_drawn_and_said(call: Call) -> None:
    put("players.csv", LIST)
    done = call("swisspair", *NEW)
    colour = "White" if "\n152 W\n" in done.output else "Black"
    assert f"the initial-colour was drawn: 1 Aalto, Eino has {colour} in round 1\n" in done.errors
    assert "\n013 Kiel" in done.output


def test_nothing_is_overwritten_without_force(call: Call, pair: Call) -> None:
    put("players.csv", LIST)
    put("club.trf", "precious\n")
    refused = call("swisspair", *NEW, "--output", "club.trf")
    assert (refused.status, Path("club.trf").read_text()) == (BAD_REQUEST, "precious\n")
    assert "club.trf: this file exists already; --force overwrites it" in refused.errors
    assert call("swisspair", *NEW, "--output", "club.trf", "--force").status == DONE
    assert Path("club.trf.bak").read_text() == "precious\n"
    before = Path("club.trf").read_text()
    put("other.trf", "precious\n")
    refused = pair("club.trf", "--write-back", "other.trf", "--html", "page.html", "--output", "pairs.txt")
    assert (refused.status, Path("other.trf").read_text()) == (BAD_REQUEST, "precious\n")
    assert names() == ["club.trf", "club.trf.bak", "other.trf", "players.csv"], "either all outputs are written or none"
    assert pair("club.trf", "--write-back", "club.trf").status == DONE
    assert Path("club.trf.bak").read_text() == before
    assert pair("club.trf", "--write-back", "-").status == BAD_REQUEST, "round 1 is still being played"
    Path("list.csv").write_text(LIST)
    call("swisspair", "--new", "list.csv", "--rounds", 3, "--output", "list.csv")
    assert Path("list.csv").read_text() == LIST


def test_several_outputs_are_written_together(pair: Call, call: Call) -> None:
    put("players.csv", LIST)
    call("swisspair", *NEW, "--output", "club.trf")
    before = names()
    assert pair("club.trf", "--write-back", "club.trf", "--html", "no-folder/page.html").status != DONE
    assert names() == before


def test_who_plays(pair: Call, call: Call) -> None:
    put("players.csv", LIST)
    call("swisspair", *NEW, "--initial-colour", "white", "--output", "club.trf")
    assert pair("club.trf", "--absent", "dvorak, 5", "--bye", "gruber=H").output == "2\n1 3\n6 2\n"
    announced = put("announced.trf", Path("club.trf").read_text() + "240 H 001    5\n")
    pair(announced, "--absent", "5,6", "--write-back", "out.trf")
    text = Path("out.trf").read_text()
    assert ("0000 - H" in text, "0000 - Z" in text) == (True, True)
    assert pair(announced, "--present", 5).output == pair("club.trf").output
    for words, said in [
        (("--absent", "9"), "there is no participant 9"),
        (("--absent", "alto"), ""),
        (("--absent", "Dvorac"), "the nearest: 4 Dvořák, Hana"),
        (("--absent", "an"), "'an' matches 2 Bianchi, Sara; 4 Dvořák, Hana"),
        (("--absent", 1, "--present", "aalto"), "1 Aalto, Eino cannot be both present and absent"),
        (("--bye", "5=U"), "expected a player and H (half a point) or Z (none)"),
    ]:
        found = pair("club.trf", *words)
        assert said in found.errors, words
        assert (found.status == DONE) == (not said)


def test_players_without_news_are_named(pair: Call) -> None:
    lines = [
        "012 Club",
        "142 3",
        "152 W",
        "001    1      Aalto" + " " * 28 + " 1985" + " " * 28 + " 1.0    1     2 w 1     3 b 0",
    ]
    lines += ["001    2      Bianchi" + " " * 26 + " 1900" + " " * 28 + " 0.0    3     1 b 0"]
    lines += ["001    3      Castro" + " " * 27 + " 1800" + " " * 28 + " 2.0    1  0000 - U     1 w 1"]
    put("club.trf", "\n".join(lines) + "\n")
    found = pair("club.trf", "--round", 3)
    assert (
        "2 Bianchi did not play round 2, but is paired in round 3 (--absent 2 leaves the player out)\n" in found.errors
    )
    assert "did not play" not in pair("club.trf", "--absent", "bianchi").errors


def test_an_event_that_looks_finished_is_paired_only_when_asked(pair: Call, call: Call) -> None:
    put("players.csv", LIST)
    call("swisspair", *NEW, "--initial-colour", "white", "--output", "club.trf")
    for _ in range(3):
        pair("club.trf", "--write-back", "club.trf")
        call("swisspair", "--enter", "1:1-0 2:1-0 3:1-0", "club.trf", "--output", "club.trf")
    put("open.trf", Path("club.trf").read_text().replace("142 3\n", ""))
    asked = pair("open.trf")
    assert (asked.status, asked.output) == (BAD_REQUEST, "")
    assert "the event looks finished after round 3: to pair one more round, use --round 4" in asked.errors
    assert pair("open.trf", "--round", 4).status == DONE


def test_the_bye_goes_if_its_receiver_is_absent(pair: Call, call: Call) -> None:
    put("players.csv", LIST)
    call("swisspair", *NEW, "--initial-colour", "white", "--output", "club.trf")
    assert pair("club.trf", "--format", "json").value["names"]["4"] == "Dvořák, Hana"
    said = call("swisspair", "--what-if", "absent:gruber", "club.trf").output
    assert said == (
        "if 7 Gruber, Lena is absent:\n  these pairings would disappear:\n    7 Gruber, Lena bye\n"
        "  and the rest of round 1 stays as it is\n"
    )
