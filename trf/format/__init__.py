"""From text to records and back: columns, lines and findings, without their meaning for an event."""
