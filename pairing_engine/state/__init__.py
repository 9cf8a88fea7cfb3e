"""The data that the pairing rules need before a round [C.04.1, C.04.2]: scores, colours, floats, preferences."""
