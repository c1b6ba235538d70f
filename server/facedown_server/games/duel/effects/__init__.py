"""Continuous and lingering effects, control, and the checks after every operation."""
