"""The library behind the page in a browser: both its questions and its answers are JSON.

The page holds the text of one event (a TRF) and shows the answers of this library. A change of the event is also a
question: its answer is the new text. Between two questions only results derived from a text are kept.
"""

from swisspair.browser.ask import ask

__all__ = ["ask"]
