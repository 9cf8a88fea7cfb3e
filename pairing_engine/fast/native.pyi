from collections.abc import Mapping, Sequence

def lightest(
    pairs: Sequence[tuple[int, int, int]],
    alone: Sequence[int | None],
    shares: Mapping[int, Sequence[tuple[int, int]]],
    numbers: Sequence[int],
    sums: Sequence[tuple[int, int]],
    digits: Sequence[tuple[int, int, int, int]],
    members: int,
    bye: int,
    /,
) -> list[int] | None: ...
