"""The headings of columns in lists of players, as programs in several languages write them, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing_engine.facts.model import TITLES
from pairing_engine.facts.names import plain
from pairing_engine.facts.people import is_rating
from pairing_engine.language import say

RATINGS = "rating", "another rating", "national rating"
"""[C.04.2 2.2] The fields with a rating, in the order in which they count: international, of the event, national."""

LAST_NAME = "last name"
"""The field of a last name; beside it, a column of names has the first names."""

OF_NAMES = "name", LAST_NAME, "first name"

NO_FIELD = "-"
"""The field of a heading that is known, but has no place in an event: the number of the line, points, other numbers."""

_HEADINGS = {
    "name": "name; player; full name; nom; nom prenom; joueur; joueurs; spieler; teilnehmer; players; nombre; jugador; "
    "nome; giocatore; jogador; имя; фио; игрок; участник; hrac; zawodnik; isim; ad soyad; adi soyadi; oyuncu; nume; "
    "naam; speler; namn; navn; nimi; nev; ονομα; ονοματεπωνυμο; surname name; name vorname; cognome nome; nazwisko "
    "imie; imie i nazwisko; nazwisko i imie; фамилия имя; apellidos y nombre; last name first name; player name; ime i "
    "prezime; username; user name; user; spielername",
    LAST_NAME: "last name; surname; family name; nachname; familienname; apellidos; apellido; cognome; фамилия; "
    "prijmeni; nazwisko; soyad; soyadi; prezime; efternamn; achternaam",
    "rating": "fide; std; standard; srtng; elom; elou; elo miedzynarodowe; uluslararasi; fide puani; международный "
    "рейтинг; elo",
    "another rating": "rating; rtg; twz; cote; classement; рейтинг; рейт; ranking; rank pol; rat; puan; rating used; "
    "turnierwertzahl; startwert; rtng; elo points; rating value; elopunkte; ελο; elo pont",
    "national rating": "dwz; nwz; nro; uscf; ecf; ukd; us chess; national; reg rating; lokale zahl; lk; lok; feda; "
    "lask; ulusal; ingo; национальный рейтинг",
    "title": "title; titre; tit; titel; ttl; titulo; titolo; звание; titul; tytul; unvan; fide title; fide tit",
    "women's title": "wtit; w title; wtitle; women title",
    "federation": "federation; fed; federacion; federazione; federacao; фед; федерация; federace; federacja; "
    "federasyon; country; pays; land; lan; fede; fide fed; nat; nation; pais; paese; orsz; orszag; ομοσπ; страна; "
    "zeme; kraj; ulke; ctry; nationality; fide land",
    "club": "club; club city; club team; team; verein; verein ort; club ville; equipe; club ciudad; equipo; circolo; "
    "clube; clube cidade; клуб; клуб город; klub; klub mesto; klub miasto; klub misto; kulup; kulup sehir; takim; club "
    "name; school; chess club; mannschaft; ligue club; circolo citta; squadra; klubb; klub mjesto; klub varos; club "
    "oras; club plaats; συλλογος; команда; oddil; druzstvo; egyesulet; csapat",
    "sex": "sex; sexe; gender; geschlecht; geschl; g; sexo; sesso; пол; pohlavi; pohl; plec; cinsiyet; s; mf; m f",
    "FIDE number": "фиде; ид фиде; id фиде; id number; id",
    "birth date": "birth date; birth; born; birthday; date of birth; dob; b day; bday; birth year; year of birth; "
    "naissance; date de naissance; ne e; year; jahr; jg; jahrgang; geburt; geb; geburtsdatum; geburtsjahr; gebdat; "
    "nacimiento; fecha de nacimiento; nascita; data di nascita; nascimento; data nascimento; год; др; дата рождения; "
    "narozeni; datum narozeni; rok; urodzony; data urodzenia; rok urodzenia; dogum; dogum tarihi; fecha nac; "
    "birthdate; geb datum",
    "first name": "first name; firstname; given name; given names; prenom; vorname; imie; ime; krestni jmeno; jmeno; "
    "ad; имя отчество; fornamn; voornaam; keresztnev; prenume",
    NO_FIELD: "no; nr; n; num; number; rank; rk; rg; snr; sno; stnr; st no; tlnn; pos; place; rang; pl; cl; puesto; "
    "ord; start; start no; startnr; pts; points; punkte; rp; perf; performance; k; gms; games; flag; otit; foa; место; "
    "sira; poradi; lp; type; typ; gr; group; gruppe; status; krtg; n rating games; cat; category; categorie; rgm; bgm; "
    "bk; sgm; sk; rrtng; brtng; rapid; blitz; phone; email; e mail; fee; paid; номер; ном; п п; bsn; fide rank; "
    "world rank; national rank; zps; mgl nr; index",
}
"""The headings of each field, the most certain first."""

_BEST: dict[str, tuple[str, int]] = {}
for _field, _headings in _HEADINGS.items():
    for _place, _heading in enumerate(_headings.split(";")):
        _BEST.setdefault(plain(_heading).lower(), (_field, _place))

OF_EVENTS = {
    "name": "name; event; tournament; nom; tournoi; turnier; turniername; torneo; torneio; nombre; nome; турнир; "
    "turnaj; turniej; turnuva; turneu; toernooi; turnering; turnaus; verseny; turnir",
    "city": "city; town; place; venue; ville; lieu; ort; stadt; ciudad; lugar; citta; luogo; cidade; город; место; "
    "mesto; misto; miasto; miejsce; sehir; yer; oras; plaats; stad; sted; kaupunki; varos; πολη; grad; mjesto",
    "federation": "federation; fed; country; pays; foderation; verband; land; federacion; pais; federazione; paese; "
    "federacao; федерация; страна; federace; federacja; kraj; federasyon; ulke; federatie; forbund; ομοσπονδια",
    "first day": "first day; start date; begin; beginn; premier jour; date de debut; erster tag; startdatum; "
    "fecha de inicio; data di inizio; data de inicio; начало; zacatek; poczatek; baslangic tarihi; alku",
    "last day": "last day; end date; end; ende; dernier jour; date de fin; letzter tag; enddatum; fecha de fin; "
    "data di fine; data de fim; окончание; konec; koniec; bitis tarihi; einddatum; loppu",
    "type": "type; type of event",
    "chief arbiter": "chief arbiter; arbitre en chef; arbitre principal; hauptschiedsrichter; arbitro principal; "
    "arbitro capo; главный судья; hlavni rozhodci; sedzia glowny; bashakem; bas hakem; hoofdarbiter; huvuddomare; "
    "hoveddommer; paatuomari; foebiro; arbitru principal; glavni sudija; glavni sudac",
    "deputies": "deputies; deputy arbiters; deputy arbiter; adjoints; arbitres adjoints; arbitre adjoint; "
    "stellvertretende schiedsrichter; stellvertreter; arbitro adjunto; arbitros adjuntos; vice arbitro",
    "time control": "time control; rate of play; cadence; bedenkzeit; ritmo de juego; tempo di riflessione; "
    "ritmo de jogo; контроль времени; tempo hry; tempo gry; speeltempo; betankningstid; betenkningstid",
    "days": "days; days of the rounds; jours des rondes; rundentage",
    "rounds": "rounds; number of rounds; rondes; nombre de rondes; runden; rundenzahl; rondas; numero de rondas; "
    "turni; rodadas; туры; туров; число туров; kola; pocet kol; rundy; liczba rund; tur sayisi; runde; ronden; "
    "ronder; runder; kierrokset; fordulok; γυροι; kolo",
    "system": "system; pairing system; systeme; sistema; sistem; система; systemet; systeem; rendszer; συστημα",
}
"""The words for the facts that a list can state about its event, in the languages of the headings."""

_FACTS = {plain(word): fact for fact, words in OF_EVENTS.items() for word in words.split(";")}

_AS_FIELD = {"another rating": "rating", "national rating": "rating", "women's title": "title", LAST_NAME: "name"}

_RATING = "ratings?|rtg|rtng|elo|ranking|rat|реитинг|реит"
_OF_FIDE = "international|internacional|internazionale|intern|intl|int|i|fide|fid|m|u|м|и|фиде|miedzynarodow[ye]"
_STANDARD = "std|standard"
_OF_A_COUNTRY = (
    "national|nacional|nazionale|nat|naz|nac|n|local|lokal|loc|lok|kraj|krajowy|cr|feda|italia|fsi|af|pzszach|ukd|uscf|"
    "ecf|knsb|н|нац"
)
_OTHER = "rapid|blitz|rap|blz|r|b|change|chg|avg|average|perf|performance|diff|new|[+-]"
_NUMBER = "id|no|nr|n|num|number|numero|code|kod|код|kodu|codigo|codice|ident|identification|cislo|идент"

_PATTERNS = [
    ("rating", r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[0-9]{2}"),
    ("rating", f"(?:{_RATING})(?:{_OF_FIDE})+|(?:{_OF_FIDE})+(?:{_RATING})(?:{_STANDARD})?|fide(?:{_STANDARD})"),
    ("rating", f"(?:{_RATING})(?:{_OF_FIDE}|{_STANDARD})+|(?:{_OF_FIDE}|{_STANDARD})+(?:{_RATING})"),
    ("national rating", f"(?:{_RATING})(?:{_OF_A_COUNTRY})|(?:{_OF_A_COUNTRY})(?:{_RATING})"),
    (NO_FIELD, f"(?:fide|{_RATING})+(?:{_OTHER})+|(?:{_OTHER})(?:{_RATING})|rapid|blitz"),
    ("FIDE number", f"fide(?:{_NUMBER})|(?:{_NUMBER})fide"),
]
"""The patterns of headings without blanks: a word for a rating and whose it is, in any order, such as ``NOV26``."""


_RAPID = re.compile(r"rapid|blitz|^(?:rap|blz)\b")

_LONGEST_PLACE = 4


class Column(NamedTuple):
    """A column of a list: its heading, its field ("" if it is unknown), and the values that are not blank."""

    heading: str
    field: str
    rank: int
    values: tuple[str, ...]

    @property
    def is_of_titles(self) -> bool:
        return bool(self.values) and all(value.upper() in TITLES for value in self.values)

    @property
    def is_of_numbers(self) -> bool:
        """Whether the values are numbers of three or four digits, such as ratings."""
        numbers = [value for value in self.values if value not in ("0", "-")]
        return all(is_rating(value) and len(value) > 2 for value in numbers) and any(value[3:] for value in numbers)

    @property
    def is_of_places(self) -> bool:
        """Whether the values are too short for FIDE numbers, such as the numbers of the players in the list."""
        return all(value.isdigit() and len(value) <= _LONGEST_PLACE for value in self.values)

    @property
    def is_of_other_games(self) -> bool:
        """Whether the values are ratings in rapid or blitz chess."""
        return self.is_of_numbers and _RAPID.search(heading_of(self.heading)) is not None

    @property
    def counts(self) -> bool:
        """Whether the values are the numbers of the lines."""
        return [value.rstrip(".)") for value in self.values] == [str(n) for n in range(1, len(self.values) + 1)]


def heading_of(text: str) -> str:
    return plain(text).lower()


def field_of(heading: str) -> tuple[str, int]:
    """Return the field of a heading and how certain it is, 0 for the most certain; "" if the heading is unknown.

    >>> field_of("rtg fide")[0], field_of("dwz")[0], field_of("nov26")[0], field_of("colour")[0]
    ('rating', 'national rating', 'rating', '')
    """
    if heading in _BEST:
        return _BEST[heading]
    joined = heading.replace(" ", "")
    found = ((field, place) for place, (field, pattern) in enumerate(_PATTERNS) if re.fullmatch(pattern, joined))
    return next(found, ("", 0))


def attribute_of(title: str) -> str:
    """Return the field of an event for the title of a column; "" if the title is unknown, or has no place in an event.

    >>> attribute_of("Elo FIDE"), attribute_of("fide_id"), attribute_of("points")
    ('rating', 'FIDE number', '')
    """
    field, _ = field_of(heading_of(title))
    return "" if field == NO_FIELD else _AS_FIELD.get(field, field)


def fact_of(title: str) -> str:
    """Return the fact about an event that a word stands for; "" if the word is unknown.

    >>> fact_of("Ville"), fact_of("Город"), fact_of("Tables")
    ('city', 'city', '')
    """
    said = plain(title)
    own = (fact for fact in OF_EVENTS if plain(say(fact)) == said)
    return _FACTS.get(said) or next(own, "")


def is_head(cells: Sequence[str]) -> bool:
    """Whether the cells of a line are headings, one of which is that of the names."""
    fields = [field_of(heading_of(cell))[0] for cell in cells]
    return not {*OF_NAMES}.isdisjoint(fields) and not any(cell.isdigit() for cell in cells)


def columns_of(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Column]:
    """Return the columns under their headings. Of two for one field, only the more certain one keeps it."""
    found: list[Column] = []
    for place, cell in enumerate(head):
        values = tuple(row[place] for row in rows if place < len(row) and row[place])
        field, rank = field_of(heading_of(cell))
        if field == "rating" and any(value.isdigit() and len(value) > 4 for value in values):
            field = "FIDE number"
        column = Column(cell.strip(), field, rank, values)
        is_number = (field in RATINGS and column.counts) or (heading_of(cell) == "id" and column.is_of_places)
        found.append(column._replace(field=NO_FIELD) if is_number else column)
    fields = {one.field for one in found}
    if {LAST_NAME, "name"} <= fields:
        full = "first name" not in fields and _are_full(found, rows)
        names = {LAST_NAME: NO_FIELD} if full else {LAST_NAME: "name", "name": "first name"}
        names |= {"name": NO_FIELD} if "first name" in fields else {}
    else:
        names = {LAST_NAME: "name"} if LAST_NAME in fields else {} if "name" in fields else {"first name": "name"}
    found = [one._replace(field=names.get(one.field, one.field)) for one in found]
    best: dict[str, Column] = {}
    for one in sorted(found, key=lambda one: one.rank):
        best.setdefault(one.field, one)
    found = [
        one if not one.field or one.heading == best[one.field].heading else one._replace(field=_second(one.field, best))
        for one in found
    ]
    untitled = not any(one.field == "title" for one in found)
    of_titles = next((one for one in found if untitled and not one.field and one.is_of_titles), None)
    return [one._replace(field="title") if one is of_titles else one for one in found]


def _second(field: str, best: Mapping[str, Column]) -> str:
    """Return the field of another column for a field: a second rating counts for players who lack the first."""
    return "another rating" if field == "rating" and "another rating" not in best else NO_FIELD


def _are_full(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the names of most rows contain the last names, so that they are not first names."""
    at, beside = (next(n for n, one in enumerate(columns) if one.field == field) for field in ("name", LAST_NAME))
    named = [(plain(row[at]).split(), plain(row[beside]).split()) for row in rows if max(at, beside) < len(row)]
    return sum({*last} <= {*name} for name, last in named if last) * 2 > len(named)
