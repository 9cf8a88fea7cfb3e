"""What makes the man pages, the site and the single-file program. No part of what is installed."""
