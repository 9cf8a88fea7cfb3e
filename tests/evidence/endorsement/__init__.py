"""The comparison that an endorsement requires: many thousand events, in both directions."""
