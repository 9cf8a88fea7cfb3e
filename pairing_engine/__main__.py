"""Entry point of ``python -m pairing_engine``, which runs swisspair."""

from swisspair.programs import swisspair

if __name__ == "__main__":
    swisspair()
