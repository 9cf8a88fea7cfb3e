"""Explanations and other answers about a pairing: account, card, checklist, wishes and the second opinion."""
