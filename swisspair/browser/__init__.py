"""The page in a browser: questions and answers as JSON, by which a worker of the page speaks with the library.

The page holds the text of one event (a TRF) and shows what is answered here. A change of the event is a question, too:
its answer is the new text. Nothing is kept between two questions but what was worked out of a text.
"""

from swisspair.browser.ask import ask

__all__ = ["ask"]
