"""All small events, with every position paired in three ways."""
