"""What was compared with what, how often and with which outcome: data files that the runs write, and a page of them."""
