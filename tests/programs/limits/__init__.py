"""The memory and time that the largest inputs take: ``make limits``."""
