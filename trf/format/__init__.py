"""From text to records and back: columns, lines and findings, without interpreting them as an event."""
