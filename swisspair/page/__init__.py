"""Web pages, which Jinja2 makes from values of `answers` and `standings`; each page is a single HTML file.

Only pages about large events contain a script, for the search by name. Without the script, a page shows the same
content. Only the code of this package imports Jinja2, and only when a page is requested. The sentences are in ``trans``
blocks of the templates, so that a catalogue can translate them.
"""
