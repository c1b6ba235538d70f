"""Scenario files: a position, decisions, and how it came out. See docs/reference/scenarios.md."""
