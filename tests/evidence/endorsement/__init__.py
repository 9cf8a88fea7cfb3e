"""The comparison for an endorsement: tens of thousands of events, in both directions, with other programs."""
