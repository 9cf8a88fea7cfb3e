"""``make proof PART=sanitizers``: compare the matcher in C++ with networkx on random graphs of many shapes."""

import sys

from pairing_engine.fast.matcher import has_matcher
from tests.engine.test_matcher import assert_lightest, ended_early

FIRST = 5_000_000
"""The first seed, larger than all seeds of `tests.engine.test_matcher`."""


def main(many: int) -> None:
    """Compare many graphs, every tenth with up to 16 vertices, and every two hundredth with up to 24."""
    if not has_matcher():
        raise SystemExit("the matcher in C++ is not built here")
    matched = early = 0
    for number in range(many):
        most = 24 if number % 200 == 0 else 16 if number % 10 == 0 else 9
        matched += assert_lightest(FIRST + number, most)
        if number % 20 == 0:
            early += ended_early(FIRST + number)
    print(f"{many} random graphs, {matched} with a matching, 0 differences; {early} searches ended early")


if __name__ == "__main__":
    main(int(sys.argv[1]))
