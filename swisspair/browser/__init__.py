"""The library behind the page in a browser: questions and answers as JSON.

The page holds the text of one event (a TRF) and shows the answers from here. A change of the event is a question, too:
its answer is the new text. Between two questions only results derived from a text are kept.
"""

from swisspair.browser.ask import ask

__all__ = ["ask"]
