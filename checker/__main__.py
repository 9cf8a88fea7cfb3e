"""The entry point of ``python -m checker``, which runs swisscheck."""

from swisspair.programs import swisscheck

if __name__ == "__main__":
    swisscheck()
