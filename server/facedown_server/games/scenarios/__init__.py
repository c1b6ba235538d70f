"""Scenario files: a position, decisions, and how it came out. docs/scenarios.md says how to write one."""
