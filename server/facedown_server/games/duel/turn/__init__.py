"""Turns and phases, and the mandatory acts of each phase."""
