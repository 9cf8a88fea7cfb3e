"""Pages: one self-contained HTML file each, without scripts, made with Jinja2 from values of `answers` and `standings`.

Jinja2 is imported here and nowhere else, and only when a page is asked for. Sentences stand in the templates in
``trans`` blocks, so that a catalogue can translate them.
"""
