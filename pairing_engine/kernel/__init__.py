"""The parts of all systems: brackets, rules, orders of candidates, colours, byes, and a record of decisions."""
