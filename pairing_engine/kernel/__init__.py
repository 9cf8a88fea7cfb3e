"""What all systems are made of: brackets, rules, orders of candidates, colours, byes, and what was decided."""
