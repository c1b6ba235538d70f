"""Fuzzing: random bytes for everything that parses bytes. `python -m tests.fuzz` runs for minutes.

A target is a function that takes bytes and fails when a promise of the docs is broken. What a run finds is
stored in `kept/`, and the ordinary tests pass it to its target for ever (test_targets.py).
"""
