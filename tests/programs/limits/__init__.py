"""The memory and time needed for the largest inputs: ``make limits``."""
