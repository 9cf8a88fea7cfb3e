"""Questions about events and their answers, both as JSON: for the page in a browser, ``swisspair serve`` and Python.

Every question can hold the text of its event. To change the event, a program asks a question, and the answer contains
the new text. A conversation can also keep events under names. `contract` describes all questions and answers.

>>> Conversation().answer('{"ask": "about"}')["contract"]
1
"""

from swisspair.conversation.answering import Conversation, ask

__all__ = ["Conversation", "ask"]
