"""``python -m checker`` is swisscheck."""

from checker.cli import main

if __name__ == "__main__":
    main()
