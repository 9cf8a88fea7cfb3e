"""What several systems do in the same way."""
