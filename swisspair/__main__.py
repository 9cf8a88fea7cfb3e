"""Entry point of ``python -m swisspair``."""

from swisspair.programs import swisspair

if __name__ == "__main__":
    swisspair()
