"""The library behind the page in a browser; its questions and answers are JSON.

The page holds the text of one event (a TRF) and shows the answers of this library. To change the event, the page asks a
question whose answer is the new text. Between two questions the library keeps only cached results.
"""

from swisspair.browser.ask import ask

__all__ = ["ask"]
