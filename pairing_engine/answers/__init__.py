"""Everything that can be said about a pairing: reply, account, checklist and second opinion."""
