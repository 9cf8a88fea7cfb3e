"""``python -m checker`` is swisscheck."""

from swisspair.programs import swisscheck

if __name__ == "__main__":
    swisscheck()
