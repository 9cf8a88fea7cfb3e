"""From text to records and back: columns, lines and findings. Only other modules interpret records as an event."""
