"""Turns and phases, and what must be done in each phase."""
