"""Verify the throws of a match from the client's record of it (docs/reference/fairness.md). No pygame."""
