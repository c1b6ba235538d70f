"""Checking that a match's throws were fair, from what the client kept of it (docs/fairness.md). No pygame."""
