"""Text to records and back: columns, lines, findings. It knows nothing of what a record says about an event."""
