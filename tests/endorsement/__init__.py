"""The comparison that an endorsement asks for: tens of thousands of events each way beside other programs."""
