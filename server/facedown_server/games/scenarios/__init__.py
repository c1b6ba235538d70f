"""Scenario files: a position, decisions and the expected outcome. See docs/reference/scenarios.md."""
