"""The parts that all systems share: brackets, rules, orders of candidates, colours, byes and traces."""
