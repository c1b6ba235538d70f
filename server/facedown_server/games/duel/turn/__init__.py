"""Turns and phases, with the mandatory actions of each phase."""
