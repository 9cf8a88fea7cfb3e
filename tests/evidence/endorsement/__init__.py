"""The comparison for an endorsement: many thousand events in both directions."""
