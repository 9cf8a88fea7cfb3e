"""Lists of players under the headings that programs write, in sixteen languages (C.04.2 2.2)."""

import re

import pytest

from pairing_engine.errors import BadRequest
from pairing_engine.language.choosing import in_language
from swisspair import Event
from trf.format.findings import TrfProblems
from trf.lists import facts_in, players_in

HEADS = """
chess-results, en|No.;;Name;FideID;FED;RtgI;RtgN;sex;Club/City|1;GM;Zander, Otto;10000001;GER;2669;0;;Kiel
chess-results, en|No.;Name;FideID;FED;Rtg;Typ|1;Zander, Otto;10000001;GER;2669;U20
chess-results, de|Nr.;;Name;FideID;Land;EloI;EloN;Verein/Ort|1;GM;Zander, Otto;10000001;GER;2669;2600;Kiel
chess-results, de|Nr.;Name;Land;Elo;Geschl.|1;Zander, Otto;GER;2669;
chess-results, fr|No.;Nom;FideID;FED;EloI;EloN;Club/Ville|1;Zander, Otto;10000001;GER;2669;0;Kiel
chess-results, es|Nº.;Nombre;FideID;FED;EloI;EloN;Club/Ciudad|1;Zander, Otto;10000001;GER;2669;0;Kiel
chess-results, it|N.;Nome;FideID;FED;Elo FIDE;Elo Naz;Circolo|1;Zander, Otto;10000001;GER;2669;;Kiel
chess-results, pt|Nr.;Nome;ID FIDE;FED;Elo Internacional;Elo Nacional;Clube/Cidade|1;Zander, Otto;1;GER;2669;1;Kiel
chess-results, ru|№;Имя;FideID;Фед.;РейтМ;РейтН;Клуб/Город|1;Zander, Otto;10000001;GER;2669;;Kiel
chess-results, cs|Č.;Jméno;FideID;FED;Elo;EloN;Klub/Místo|1;Zander, Otto;10000001;GER;2669;;Kiel
chess-results, pl|Nr;Nazwisko i imię;FideID;FED;EloM;EloN;Klub/Miasto|1;Zander, Otto;10000001;GER;2669;;Kiel
chess-results, tr|No.;İsim;FideID;FED;ELO;UKD;Kulüp/Şehir|1;Zander, Otto;10000001;GER;2669;;Kiel
Swiss-Manager|No;Name;Title;IRtg;NRtg;Birth;Fed;Fide-No;Club name|1;Zander, Otto;GM;2669;2600;1985;GER;10000001;Kiel
Swiss-Manager|SNo;Name;Rtg I;Rtg N;Fed|1;Zander, Otto;2669;0;GER
Swiss-Manager|Nr;Name;Titel;Elo Int;Elo Nat;Land|1;Zander, Otto;GM;2669;2500;GER
Swiss-Chess|TlnN;Teilnehmer;Tit;TWZ;ELO;A;Verein/Ort;Lan|1;Zander, Otto;GM;2238;2669;;Kiel;GER
Swiss-Chess|TlnNr;Teilnehmer;Titel;TWZ;DWZ;Land|1;Zander, Otto;GM;2669;2500;GER
Swiss-Chess|Rg.;Name;Vorname;Jahr;DWZ;Elo|1;Zander;Otto;1985;2500;2669
Vega|Surname Name;FED;BIRTH;SEX;TITLE;FIDE ID;RATING|Zander, Otto;GER;1985;m;GM;10000001;2669
Vega|NAME;COUNTRY;BIRTHDAY;G;TITLE;IDFIDE;ELO FIDE;IDNAT;ELONAT|Zander, Otto;GER;1985;m;GM;10000001;2669;;
SwissSys|Name,ID,Rating,Team|"Zander, Otto",10000001,2669,Kiel
SwissSys|#,Name,Rtng,Fed|1,"Zander, Otto",2669,GER
Sharly-Chess|Nom;Prénom;Titre;Elo;Fédération;Club;Code FIDE|Zander;Otto;GM;2669;GER;Kiel;10000001
Sharly-Chess|Last name;First name;Title;Rating;Federation|Zander;Otto;GM;2669;GER
Papi|Nom;Prénom;Elo;Cat.;Ligue|Zander;Otto;2669;SenM;IDF
Tornelo|Player;Title;FIDE Rating;National Rating;FIDE ID;Federation|Zander, Otto;GM;2669;2600;10000001;GER
ChessManager|Imię;Nazwisko;Ranking FIDE;Klub|Otto;Zander;2669;Kiel
Orion|Jugador;Elo Int.;Fed.;Título|Zander, Otto;2669;GER;GM
Lichess|Player,Title,Rating|"Zander, Otto",GM,2669
Markdown|Name;Int. Rating|Zander, Otto;2669
chess-results, ro|Nr.;;Nume;FideID;FED;Rtg;Club/Oras|1;GM;Zander, Otto;10000001;GER;2669;Kiel
chess-results, hr|Br.;;Ime;FideID;FED;Rtg;Klub/Mjesto|1;GM;Zander, Otto;10000001;GER;2669;Kiel
chess-results, hu|Sz.;;Név;FideID;Orsz.;Élő;Klub/Város|1;GM;Zander, Otto;10000001;GER;2669;Kiel
chess-results, nl|Nr.;;Naam;FideID;Land;Rtg;Club/Plaats|1;GM;Zander, Otto;10000001;GER;2669;Kiel
chess-results, sv|No.;Namn;FIDE-ID;Land;Rating;LASK;Klubb|1;Zander, Otto;10000001;GER;2669;2500;Kiel
chess-results, el|Αρ.;;Ονομα;FideID;ΟΜΟΣΠ;ELO;Σύλλογος|1;GM;Zander, Otto;10000001;GER;2669;Kiel
chess-results, ru|№;Фамилия, имя;Титул;Рейтинг ФИДЕ;Рейтинг нац.;Страна|1;Zander, Otto;GM;2669;;GER
Swiss-Manager|ID_No;Name;Title;Fed;Rtg_Nat;Rtg_Int;Fide_No;Club|1;Zander, Otto;GM;GER;2600;2669;10000001;Kiel
SwissSys|Name,FIDE ID,FIDE Rating,USCF ID,USCF Rating|"Zander, Otto",10000001,2669,12345678,2700
Papi|Pl;Nom;Elo;Cat.;Fede;Ligue|1;Zander, Otto;2669 F;SenM;GER;IDF
Vesus|Pos;Giocatore;Tit;Elo FIDE;Elo Italia;Prov|1;Zander, Otto;GM;2669;2500;MI
ChessManager|Zawodnik;Tytuł;Elo FIDE;Ranking PZSzach;Klub|Zander, Otto;GM;2669;2500;Kiel
Swiss-Chess, cs|Nr;Jméno;Titul;ELO;LOK;Oddíl|1;Zander, Otto;GM;2669;2500;Kiel
Tornelo|last_name;first_name;title;fide_rating;federation;fide_id|Zander;Otto;GM;2669;GER;10000001
by hand|Player Name,Title,Rating (FIDE),Rating (Local)|"Zander, Otto",GM,2669,2500
by hand|Surname;Name;Fed;Elo|Zander;Otto;GER;2669
by hand|Cognome;Nome;Elo Std;Elo Rapid|Zander;Otto;2669;2500
ECF|ECF Code,Name,Club,Standard Rating,FIDE Code,FIDE Rating|1A,"Zander, Otto",Kiel,2350,10000001,2669
ECF|Name,Standard Rating,FIDE Rating|"Zander, Otto",2669,
Lichess|Rank,Title,Username,Rating,Points|1,GM,"Zander, Otto",2669,7
chess.com|#,Username,Title,Rating|1,"Zander, Otto",GM,2669
DeWIS|ZPS;Spielername;Geburtsjahr;DWZ;Index;FIDE-Elo;FIDE-Titel;FIDE-Land|4;Zander, Otto;1985;2350;88;2669;GM;GER
by hand|Name;Rapid;Blitz;Std;Rating change|Zander, Otto;2500;2400;2669;12
by hand|Name;Fide|Zander, Otto;2669
by hand|Name;Rating FIDE;Jg.|Zander, Otto;2669;1985
by hand|Name;FIDE Rank;Elo|Zander, Otto;1500;2669
by hand|Name;Rank M;Elo|Zander, Otto;500;2669
by hand|Name;National Rank;Elo;Elo nat|Zander, Otto;750;0;2669
by hand|Full Name;Last Name;Elo|Zander, Otto;Zander;2669
by hand|Name;Surname;First Name;Elo|Otto Zander;Zander;Otto;2669
"""


@pytest.mark.parametrize("head", [line for line in HEADS.splitlines() if line])
def test_every_head_gives_the_name_and_the_international_rating(head: str) -> None:
    _, titles, player = head.split("|")
    (found,) = players_in(f"{titles}\n{player}\n").players
    assert (found.name, found.rating) == ("Zander, Otto", 2669)
    assert ("GM" in player) is (found.title == "GM")
    assert ("GER" in player) is (found.federation == "GER")


FIDE = """\
ID Number      Name                     Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag
25121731       Zander, Otto             GER M   GM                           2669  0   10 1985
10000004       Ahorn, Eva               GER F        WIM                     2100  0   20 1990  w
"""


@pytest.mark.parametrize(
    "text",
    [
        FIDE,
        "# No;Name;Tit;Rtg\n1;Zander, Otto;GM;2669\n2;Ahorn, Eva;WIM;2100\n",
        "| Name | Elo | Tit |\n|---|---|---|\n| Zander, Otto | 2669 | GM |\n| Ahorn, Eva | 2100 | WIM |\n",
        "Name | Rtg | Tit\nZander, Otto | 2669 | GM\nAhorn, Eva | 2100 | WIM\n",
        "Open 2026\n\nNo.\t\tName\tRtgI\tRtgN\n1\tGM\tZander, Otto\t2669\t\n2\tWIM\tAhorn, Eva\t0\t2100\n",
    ],
)
def test_other_forms_of_lists(text: str) -> None:
    found = players_in(text).players
    assert [(one.name, one.rating, one.title) for one in found] == [
        ("Zander, Otto", 2669, "GM"),
        ("Ahorn, Eva", 2100, "WIM"),
    ]


def test_a_national_rank_is_no_rating_and_full_names_stay_as_they_are() -> None:
    found = players_in("Full Name;Last Name;Rating;National Rank\nOtto van Zander;van Zander;;750\n")
    (player,) = found.players
    assert (player.name, player.rating) == ("Otto van Zander", 0)
    assert found.passed_over == ("Last Name (van Zander)", "National Rank (750)")


def test_numbers_of_the_lines_are_no_fide_numbers_and_their_headings_are_known() -> None:
    found = players_in("ID;Name;Rating\n1;Zander, Otto;2669\n2;Ahorn, Eva;2100\n")
    assert [one.fide_number for one in found.players] == ["", ""]
    found = players_in("Név;Élő;код FIDE;Geb.Datum;Egyesület\nZander, Otto;2669;10000001;1985;Kiel\n")
    assert (found.players[0].fide_number, found.players[0].birth) == ("10000001", "1985/00/00")
    assert ([*found.clubs.values()], found.passed_over) == (["Kiel"], ())


@pytest.mark.parametrize("head", ["Rapid;Blitz", "Blitz Rating;Club"])
def test_a_list_with_ratings_only_in_other_games_is_not_ordered_by_names(head: str) -> None:
    with pytest.raises(TrfProblems, match="over 2669, expected a known title such as Rating"):
        players_in(f"Name;{head}\nZander, Otto;2669;2500\nAhorn, Eva;2100;2500\n")


def test_two_ratings_under_one_heading_are_refused_by_it() -> None:
    with pytest.raises(TrfProblems, match="2 columns with the title Rtg,"):
        players_in("Name;Rtg;Rtg\nZander, Otto;2669;2600\n")


def test_a_line_without_a_name_is_told_once() -> None:
    with pytest.raises(TrfProblems) as caught:
        players_in("Name;Rating\nZander, Otto;2669\n;2100\n")
    assert [problem.code for problem in caught.value.problems] == ["blank"]


def test_a_club_with_commas_behind_a_rating_is_whole() -> None:
    found = players_in("Zander, Otto 2669 SK Kiel, Nord, 1985\n")
    assert [*found.clubs.values()] == ["SK Kiel, Nord"]
    assert found.players[0].birth == "1985/00/00"


@pytest.mark.parametrize("head", ["Name;Xyz", "Name;Titel;Xyz", "Name;"])
def test_ratings_and_titles_that_are_not_understood_stop(head: str) -> None:
    value = "WGM" if "Titel" in head else "1987"
    with pytest.raises(TrfProblems, match=f"over {value}, expected a known title"):
        players_in(f"{head}\nAhorn, Eva;{'WIM;' if 'Titel' in head else ''}{value}\n")


def test_the_column_of_the_order_and_every_dropped_column_are_told() -> None:
    found = players_in("No.;Name;ID;FideID;RtgI;RtgN;Gr\n1;Zander, Otto;77;10000001;2669;2600;U20\n")
    assert found.remarks == ("the players were ordered by RtgI, then by RtgN",)
    assert found.passed_over == ("ID (77)", "Gr (U20)")
    assert found.players[0].fide_number == "10000001"


KIEL = {"city": "Kiel"}
STATED = {
    "Rounds: 5\nSystem: dubov\nCity: Kiel\nA, B;2000\nC, D;1900": KIEL | {"rounds": "5", "system": "dubov"},
    "Ville: Kiel\n# arbitre principal = Berg, Ida\nA;2000\nC;1900": KIEL | {"chief arbiter": "Berg, Ida"},
    "Ort:;Kiel;;\nName;Elo\nA;2000\nC;1900": KIEL,
    "Club night\n# see https://example.org\nГород: Kiel\nNo;Name;Elo\n1;A;2000\n2;C;1900": KIEL,
    "City: Kiel\nName:;Rating:\nA: city;2000\nCity: B;1900": KIEL,
}
"""Lists of two players that state facts of their events."""


@pytest.mark.parametrize("text", STATED)
def test_all_facts_above_the_players_are_taken_in_every_language(text: str) -> None:
    found = facts_in(text)
    assert (found.facts, found.remarks) == (STATED[text], ())
    assert len(players_in(found.text).players) == 2


def test_a_fact_is_known_by_its_translation() -> None:
    with in_language("fr"):
        assert facts_in("Arbitre en chef: Berg\nPremier jour: 2026-11-19\nNom\nA").facts == {
            "chief arbiter": "Berg", "first day": "2026-11-19",
        }  # fmt: skip


def test_a_line_above_headings_that_states_no_known_fact_is_passed_over_with_a_remark() -> None:
    event = Event.new("Club", "Tables: x\nCity: Kiel\nName;Rating\nA: x;1900\nB;1800", 1, initial_colour="white")
    assert [one.name for one in event.participants] == ["A: x", "B"]
    assert event.settings.city == "Kiel"
    assert event.notices[0].startswith("line 1, 'Tables: x', is passed over; the known facts are name, city,")


REFUSED = {
    "Tables: x\nA;1900\nB;1800": "line 1, 'Tables: x', states no known fact (name, city,",
    "City: Kiel\nOrt: Bonn\nA;1900\nB;1800": "line 2, 'Ort: Bonn', states a second city",
    "A;1900\nCity: Kiel\nB;1800": "line 2, 'City: Kiel', states the city, which stands above the players",
    "Rounds: 0\nA;1900\nB;1800": "the list states '0' as the number of rounds",
    "Rounds: 5\nA;1900\nB;1800": "the list states 5 rounds, not 3",
    "System: dubov\nA;1900\nB;1800": "the list states the system dubov, not dutch",
    "System: swiss\nA;1900\nB;1800": "swiss",
}


@pytest.mark.parametrize("text", REFUSED)
def test_no_fact_becomes_a_player_or_vanishes(text: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(REFUSED[text])) as refused:
        Event.new("Club", text, 3, "dutch")
    assert refused.value.about in ("players", "rounds", "system")


def test_what_a_list_states_counts_where_nothing_was_asked_for() -> None:
    event = Event.new("Club", "Rounds: 1\nSystem: dubov\nA;1900\nB;1800", initial_colour="white")
    assert (event.settings.rounds, event.settings.system) == (1, "FIDE_DUBOV_2026")


ADDED = {
    "City: Kiel": "the lines state facts about the event (city), not only players",
    "Tables: 9": "states no known fact",
    "Tables: 9\nName;Elo\nC;1700": "'Tables: 9', is passed over",
}


@pytest.mark.parametrize("text", ADDED)
def test_a_fact_is_not_added_as_a_player(text: str) -> None:
    event = Event.new("Club", "A;1900\nB;1800", 1)
    with pytest.raises(BadRequest, match=re.escape(ADDED[text])):
        event.add(text)
    assert event.add("Name;Elo\nTables: 9;1700").participants[2].name == "Tables: 9"


def test_two_players_of_one_name_are_each_in_their_own_team() -> None:
    text = "Name;Elo;Team\nAalto;2000;Kiel\nCruz;1980;Kiel\nDahl;1970;Roma\nCruz;1950;Roma\n"
    event = Event.new("League", text, 1, "team", boards=2, initial_colour="white")
    assert [team.members for team in event.teams] == [(1, 2), (3, 4)]
    club = Event.new("Club", text, 1, initial_colour="white")
    assert {team.nickname: team.members for team in club.teams} == {"Kiel": (1, 2), "Roma": (3, 4)}
