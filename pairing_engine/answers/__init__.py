"""The answers about a pairing: the reply to a request, its account, the checklist, and the second look."""
