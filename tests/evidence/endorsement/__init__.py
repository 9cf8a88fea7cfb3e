"""The comparison that FIDE requires for an endorsement. swisspair and bbpPairings check each other's events."""
