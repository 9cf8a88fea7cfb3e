"""Web pages, each a single HTML file, which Jinja2 makes from values of `answers` and `standings`.

Only pages about large events contain a script, for the search by name. Without the script, a page shows the same
content. Jinja2 is imported only in this package, and only when a page is requested. The sentences are in ``trans``
blocks of the templates, so that a catalogue can translate them.
"""
