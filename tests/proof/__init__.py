"""Everything that shows this program right: the table of its parts, the command that runs them, and the page."""
