"""The facts as the rules read them before one round [C.04.1, C.04.2]: scores, colours, floats, preferences."""
