"""Every small event, with each position paired in three ways."""
