"""The library behind the page in a browser; its questions and answers are JSON.

The page holds the text of one event (a TRF) and shows the answers of this library. To change the event, the page sends
a question, and the answer contains the new text. The library does not store the event, but may cache results for later
questions.
"""

from swisspair.browser.ask import ask

__all__ = ["ask"]
