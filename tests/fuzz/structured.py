"""Random tournament files. Some files are legal, some nearly legal, and some absurd."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

_MIRROR = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}
_WORTH = {"1": 1.0, "=": 0.5, "+": 1.0, "W": 1.0, "D": 0.5, "U": 1.0, "F": 1.0, "H": 0.5}
_BYES = "UFHZ"
_SETTINGS = (
    "XXR {}", "142 {}", "XXC white1", "XXC black1", "152 W", "152 B", "XXC rank", "XXS WW={}.0", "BBW {}.0", "BBD 1.0",
    "162 W 3.0 D 1.0 L 0.0 P 3.0", "162 W {}.0", "192 FIDE_DUTCH_2026_BAKU", "192 FIDE_DUBOV_2026", "192 FIDE_LIM_2026",
    "192 FIDE_BURSTEIN_2026", "192 FIDE_DOUBLESWISS_2026", "192 FIDE_TEAM_BASIC_2026", "192 {}", "XXP {} {} {}",
    "260 {:3} {:3} {:4} {:4}", "XXZ {} {}", "240 H {:3} {:4} {:4}", "250 {:4} {:4} {:3} {:3} {:4} {:4}",
    "XXA {:4} 1.0 0.5", "299 F {:4} 0.5 {:3} {:4}", "012 {}", "032 {}", "042 2026/02/{:02}", "132 {}",
    "### {}", "013 Team {} {}", "999 {}",
)  # fmt: skip

NUMBERS = st.one_of(st.integers(0, 12), st.sampled_from([99, 100, 9999, 10000, -1]))


@st.composite
def texts(draw: st.DrawFn) -> str:
    doubt = draw(st.sampled_from([0.0, 0.02, 0.3]))
    lot = draw(st.randoms(use_true_random=False))
    size, rounds = draw(st.integers(0, 12)), draw(st.integers(0, 6))

    def or_absurd(usual: object, odd: Callable[[], object]) -> str:
        return str(odd() if lot.random() < doubt else usual)

    lines = [f"012 {draw(st.text(max_size=5))}".replace("\n", " ").replace("\r", " ")]
    for number, row in enumerate(_games(size, rounds, lot), 1):
        played = "".join(
            f"  {or_absurd(f'{opponent:4}', lambda: lot.choice(['    ', '9999', '0000', f'{lot.randint(0, 13):4}']))}"
            f" {or_absurd(colour, lambda: lot.choice('wb- x'))}"
            f" {or_absurd(result, lambda: lot.choice('1=0+-WDLUFHZ? x'))}"
            for opponent, colour, result in row
        )
        points = or_absurd(sum(_WORTH.get(result, 0) for *_, result in row), lambda: lot.randint(-1, 200))
        rating = or_absurd(lot.randint(1000, 2800), lambda: lot.choice(["", 0, 10000, "abc"]))
        tpn = or_absurd(number, lambda: lot.choice([0, 1, 2, 9999, ""]))
        name = or_absurd(f"Player {number}", lambda: lot.choice(["", "Ŝpieler", "王 五", "a" * 40]))
        lines.append(
            f"001 {tpn:>4} m    {name:<33} {rating:>4} FRA {number:>11} 2000/01/01 {points:>4} {number:>4}{played}"
        )
    lines += ["XXR 7", "XXC white1"] if doubt < 0.1 else []
    for _ in range(draw(st.integers(0, 4))):
        template = draw(st.sampled_from(_SETTINGS))
        lines.insert(lot.randint(0, len(lines)), template.format(*(draw(NUMBERS) for _ in range(6))))
    return "\n".join(lines) + "\n"


def _games(size: int, rounds: int, lot: Random) -> list[list[tuple[int, str, str]]]:
    cells: list[list[tuple[int, str, str]]] = [[] for _ in range(size)]
    for _ in range(rounds):
        unpaired = list(range(size))
        lot.shuffle(unpaired)
        while unpaired:
            one = unpaired.pop()
            if not unpaired or lot.random() < 0.1:
                cells[one].append((0, "-", lot.choice(_BYES)))
                continue
            other, result = unpaired.pop(), lot.choice("1=0" * 8 + "+-WDL")
            cells[one].append((other + 1, "w", result))
            cells[other].append((one + 1, "b", _MIRROR[result]))
    return cells
