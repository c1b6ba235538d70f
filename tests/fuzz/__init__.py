"""Fuzzing: bytes that nobody meant, at everything that reads bytes. `python -m tests.fuzz` runs for minutes.

A target is a function that takes bytes and fails when something is not as docs/security.md says. What a run
finds is kept in `kept/`, and the ordinary tests put it to its target for ever (test_targets.py).
"""
