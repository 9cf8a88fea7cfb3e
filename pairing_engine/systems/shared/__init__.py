"""Code that several systems share."""
