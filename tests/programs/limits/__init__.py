"""Measurements of memory and time for the largest inputs: ``make proof PART=limits``."""
