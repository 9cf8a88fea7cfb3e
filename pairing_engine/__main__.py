"""``python -m pairing_engine`` is swisspair."""

from pairing_engine.commands.entry import main

if __name__ == "__main__":
    main()
