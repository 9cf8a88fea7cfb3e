from collections.abc import Mapping

from pairing_engine.matching.blossom import Pair
from pairing_engine.matching.packing import Share

def lightest(
    pairs: list[Pair],
    alone: list[int | None],
    shares: Mapping[int, list[Share]],
    numbers: list[int],
    top: list[int],
    other: list[int],
    sum_bits: int,
    digits: list[tuple[int, int, int, int]],
    members: int,
    bye: int,
    /,
) -> list[int] | None: ...
