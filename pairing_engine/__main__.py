"""``python -m pairing_engine`` is swisspair."""

from swisspair.programs import swisspair

if __name__ == "__main__":
    swisspair()
