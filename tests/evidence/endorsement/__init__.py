"""The comparison that FIDE requires for an endorsement. Each program checks thousands of events of the other."""
