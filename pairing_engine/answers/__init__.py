"""What is said about a pairing: the answer to a request, the account of it, the checklist, the second look."""
