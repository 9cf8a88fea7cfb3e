"""The English and French names of tie-breaks that people and other programs use."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher

from pairing_engine.standings.catalogue import FORMER, TIE_BREAKS

NAMES: dict[str, tuple[str, ...]] = {
    "PTS": ("points", "score"),
    "MPTS": ("match points", "points de match"),
    "GPTS": ("game points", "board points", "points de partie"),
    "DE": (
        "direct encounter",
        "head to head",
        "confrontation directe",
        "rencontre directe",
        "départage particulier",
        "the results of the players in the same point group",
        "direct encounter (the results of the players in the same point group)",
    ),
    "WIN": (
        "the greater number of victories",
        "wins",
        "number of wins",
        "most wins",
        "victoires",
        "nombre de victoires",
    ),
    "WON": ("games won", "wins over the board", "parties gagnées"),
    "BPG": ("games with black", "black games", "number of games played with black", "parties avec les noirs"),
    "BWG": ("wins with black", "games won with black", "victoires avec les noirs"),
    "PS": ("progressive", "progressive score", "progressive scores", "cumulative", "cumulatif", "score progressif"),
    "REP": ("rounds elected to play", "rounds one elected to play", "rondes choisies"),
    "STD": ("standard points", "points standard"),
    "TPN": ("pairing number", "tournament pairing number", "numéro d'appariement"),
    "BH": (
        "buchholz tie-breaks (variabel with parameter)",
        "buchholz",
        "solkoff",
        "buc",
        "buct",
        "bucht",
        "buchholz total",
        "bucholz",
        "bucholtz",
        "buchholtz",
    ),
    "BH/C1": ("buc1", "bucc1", "buchholz cut 1", "buchholz tronqué", "buchholz tronqué 1"),
    "BH/C2": ("buc2", "bucc2", "buchholz cut 2", "buchholz tronqué 2"),
    "BH/M1": ("median", "median buchholz", "buchholz median", "buchholz median 1", "bucm", "bucmed", "médian"),
    "BH/M2": ("median 2", "buchholz median 2", "median buchholz 2", "médian 2"),
    "AOB": ("average of opponents buchholz", "average opponents buchholz", "sum of buchholz", "moyenne des buchholz"),
    "FB": ("fore buchholz", "buchholz anticipé"),
    "SB": (
        "sonneborn-berger-tie-break variable",
        "sonneborn",
        "berger",
        "sonneborn-berger",
        "sonnenborn-berger",
        "neustadtl",
    ),
    "SB/C1": ("sonneborn-berger cut 1", "sonneborn-berger tronqué"),
    "KS": ("koya", "koya system", "système koya"),
    "ARO": ("average rating of opponents", "average rating", "elo moyen", "elo moyen des adversaires"),
    "ARO/C1": ("average rating cut 1", "aroc1", "elo moyen tronqué"),
    "TPR": ("performance", "performance rating", "tournament performance rating", "rating performance"),
    "PTP": ("perfect performance", "perfect tournament performance", "performance parfaite"),
    "APRO": ("average performance of opponents", "performance moyenne des adversaires"),
    "APPO": ("average perfect performance of opponents", "performance parfaite moyenne des adversaires"),
    "RTNG": ("rating", "elo", "classement elo"),
    "BC": ("board count", "berlin", "berlin tie-break", "système berlinois", "décompte des échiquiers"),
    "TBR": ("top board", "top board results", "premiers échiquiers"),
    "BBE": ("bottom board elimination", "élimination du dernier échiquier"),
    "MPVGP": ("match points or game points",),
    "ESB": ("extended sonneborn-berger", "sonneborn-berger étendu"),
    "EMGSB": ("olympiad sonneborn-berger", "olympiad khanty-mansiysk"),
    "EDE": ("extended direct encounter", "confrontation directe étendue"),
    "SSSC": ("schedule strength", "scores and schedule strength combination", "force du calendrier"),
}
"""The names of each tie-break in common use and in pairing programs, by code.

Swiss-Manager prints whole sentences, and some other programs print abbreviations.
"""


def _plain(text: str) -> str:
    """Reduce a text to its letters and digits, in lower case and without accents."""
    letters = unicodedata.normalize("NFKD", text)
    return re.sub(r"[^a-z0-9]", "", letters.casefold())


_CODES = {_plain(name): code for code, names in NAMES.items() for name in names}
_CODES |= {_plain(code): code for code in NAMES}
_BASES = frozenset({*TIE_BREAKS, *FORMER})


def code_of(text: str) -> str:
    """Find the code of a tie-break by its name.

    Returns an empty string if the name is unknown, or if the text is already a code.

    >>> code_of("Départage particulier"), code_of("BucC1"), code_of("BH/C1")
    ('DE', 'BH/C1', '')
    """
    if text.upper().partition("/")[0].partition(":")[0] in _BASES:
        return ""
    name, slash, modifiers = text.partition("/")
    found = _CODES.get(_plain(text)) or _CODES.get(_plain(name), "")
    return found + (slash + modifiers.upper() if found and _plain(text) not in _CODES else "")


def nearest_codes(text: str, number: int = 3) -> list[str]:
    """Find the codes most similar to a text, by code or by name. The nearest code comes first.

    >>> nearest_codes("Buchhloz")[0]
    'BH'
    """
    plain = _plain(text[:60])
    best: dict[str, float] = {}
    for name, code in [*_CODES.items(), *((code.lower(), code) for code in TIE_BREAKS)]:
        base = code.partition("/")[0]
        likeness = SequenceMatcher(None, plain, name).ratio()
        best[base] = max(best.get(base, 0.0), likeness)
    return sorted(best, key=lambda code: (-best[code], code))[:number]
