"""How much memory and time the largest inputs take: ``make limits``."""
