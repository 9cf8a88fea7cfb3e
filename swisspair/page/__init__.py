"""Web pages, each a single HTML file, made with Jinja2 from values of `answers` and `standings`.

Only pages about large events have a script, the search by name; without scripts they show the same.

Jinja2 is imported here and nowhere else, and only when a page is asked for. Sentences stand in the templates in
``trans`` blocks, so that a catalogue can translate them.
"""
