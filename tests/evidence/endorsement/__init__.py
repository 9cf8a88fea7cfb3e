"""The comparison that FIDE requires for an endorsement, with many thousand events in both directions."""
