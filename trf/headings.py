"""The headings of columns in lists of players, as programs in several languages write them, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pairing_engine.facts.model import TITLES
from pairing_engine.facts.names import plain
from pairing_engine.facts.people import is_rating

RATINGS = "rating", "another rating", "national rating"
"""[C.04.2 2.2] The fields with a rating, in the order in which they count: international, of the event, national."""

NO_FIELD = "-"
"""The field of a heading that is known, but has no place in an event: the number of the line, points, other numbers."""

_HEADINGS = {
    "name": "name; player; full name; last name; surname; surname name; nom; nom prenom; joueur; joueurs; "
    "spieler; teilnehmer; players; nombre; jugador; apellidos; nome; giocatore; cognome; jogador; имя; фио; "
    "фамилия; игрок; участник; jmeno; prijmeni; hrac; nazwisko; nazwisko imie; imie i nazwisko; nazwisko i "
    "imie; zawodnik; isim; ad soyad; adi soyadi; oyuncu; soyad; nachname; familienname; name vorname; "
    "apellido; cognome nome; player name",
    "rating": "fide rating; rating fide; elo fide; fide elo; rtg fide; fide rtg; rtgi; irtg; rtg i; i rtg; "
    "eloi; elo i; int rating; rating int; international rating; rating i; elo int; int elo; fide; elo intern; "
    "intl rating; elo internacional; elo internazionale; elo international; рейтм; рейт м; ranking fide; rank "
    "fide; рейти; рейт и; рейт фиде; рейтинг фиде; ratfide; fide std; elom; elo m; rtgm; rankm; elo "
    "miedzynarodowe; srtng; fide standard; elou; uluslararasi; fide puani; std rating; elo; ratingi; rating "
    "international; международный рейтинг; мрейт",
    "another rating": "rating; rtg; twz; cote; classement; рейтинг; рейт; ranking; rank pol; rat; puan; rating "
    "used; rating std; turnierwertzahl; startwert; rtng; elo points; rating value",
    "national rating": "rtgn; nrtg; rtg n; n rtg; elon; elo n; nat rating; national rating; rating nat; rating "
    "n; dwz; nwz; elo nat; nat elo; elo nacional; elo nazionale; elo national; рейтн; рейт н; national elo; "
    "nro; uscf; ecf; ukd; uscf rating; ecf rating; us chess; national; uscfrating; reg rating; lokale zahl; "
    "lk; elo cr; ranking krajowy; национальный рейтинг; ulusal; ingo; elo kraj; рейт нац",
    "title": "title; titre; tit; titel; ttl; titulo; titolo; звание; titul; tytul; unvan; fide title; fide tit",
    "women's title": "wtit; w title; wtitle; women title",
    "federation": "federation; fed; federacion; federazione; federacao; фед; федерация; federace; federacja; "
    "federasyon; country; pays; land; lan; fide fed; nat; nation; pais; paese; страна; zeme; kraj; ulke; "
    "ctry; nationality",
    "club": "club; club city; club team; team; verein; verein ort; club ville; equipe; club ciudad; equipo; "
    "circolo; clube; clube cidade; клуб; клуб город; klub; klub mesto; klub miasto; klub misto; kulup; kulup "
    "sehir; takim; club name; school; chess club; mannschaft; ligue club; circolo citta; squadra; команда; "
    "oddil; druzstvo",
    "sex": "sex; sexe; gender; geschlecht; geschl; g; sexo; sesso; пол; pohlavi; pohl; plec; cinsiyet; s; mf; m f",
    "FIDE number": "fideid; fide id; fide number; fide no; fide nr; fidenr; code fide; id fide; idfide; fide "
    "code; ид фиде; fide идент; id фиде; fide kodu; fide cislo; kod fide; fide ident; codigo fide; codice "
    "fide; fide n; фиде; id number; fide identification; nr fide; numero fide; id",
    "birth date": "birth date; birth; born; birthday; date of birth; dob; b day; bday; birth year; year of "
    "birth; naissance; date de naissance; ne e; year; jahr; jg; jahrgang; geburt; geb; geburtsdatum; "
    "geburtsjahr; gebdat; nacimiento; fecha de nacimiento; nascita; data di nascita; nascimento; data "
    "nascimento; год; др; дата рождения; narozeni; datum narozeni; rok; urodzony; data urodzenia; rok "
    "urodzenia; dogum; dogum tarihi; fecha nac; birthdate",
    "first name": "first name; firstname; given name; given names; prenom; vorname; imie; ime; krestni jmeno; "
    "ad; имя отчество",
    NO_FIELD: "no; nr; n; num; number; rank; rk; rg; snr; sno; stnr; st no; tlnn; pos; place; rang; pl; cl; "
    "puesto; ord; start; start no; startnr; pts; points; punkte; rp; perf; performance; k; gms; games; flag; "
    "otit; foa; место; sira; poradi; lp; type; typ; gr; group; gruppe; status; krtg; n rating games; cat; "
    "category; categorie; rgm; rk; bgm; bk; sgm; sk; rrtng; brtng; rapid; blitz; phone; email; e mail; fee; "
    "paid; номер; ном; п п; bsn",
}
"""The headings of each field, the most certain first."""

_BEST: dict[str, tuple[str, int]] = {}
for _field, _headings in _HEADINGS.items():
    for _place, _heading in enumerate(_headings.split(";")):
        _BEST.setdefault(plain(_heading).lower(), (_field, _place))

_AS_FIELD = {"another rating": "rating", "national rating": "rating", "women's title": "title"}

COLUMN_TITLES = {heading: _AS_FIELD.get(field, field) for heading, (field, _) in _BEST.items() if field != NO_FIELD}
"""The field of an event for each heading."""

_OF_A_MONTH = re.compile(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[0-9]{2}")
"""A pattern for the heading of the ratings in FIDE's list, such as ``NOV26``."""


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
    return ("rating", 0) if _OF_A_MONTH.fullmatch(heading) else _BEST.get(heading, ("", 0))


def is_head(cells: Sequence[str]) -> bool:
    """Whether the cells of a line are headings, one of which is that of the names."""
    fields = [field_of(heading_of(cell))[0] for cell in cells]
    return "name" in fields and not any(cell.isdigit() for cell in cells)


def _rank(column: Column) -> int:
    return column.rank


def columns_of(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Column]:
    """Return the columns under their headings. Of two for one field, only the more certain one keeps it."""
    found: list[Column] = []
    for place, cell in enumerate(head):
        heading = heading_of(cell)
        values = tuple(row[place] for row in rows if place < len(row) and row[place])
        field, rank = field_of(heading)
        if field == "rating" and any(value.isdigit() and len(value) > 4 for value in values):
            field = "FIDE number"
        column = Column(cell.strip(), field, rank, values)
        found.append(column._replace(field=NO_FIELD) if field in RATINGS and column.counts else column)
    best = {one.field: min((other for other in found if other.field == one.field), key=_rank) for one in found}
    for place, one in enumerate(found):
        if one.field and one.heading != best[one.field].heading:
            found[place] = one._replace(field=NO_FIELD)
    if not any(one.field == "title" for one in found):
        of_titles = [place for place, one in enumerate(found) if not one.field and one.is_of_titles]
        for place in of_titles[:1]:
            found[place] = found[place]._replace(field="title")
    return found
