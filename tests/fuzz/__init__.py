"""Fuzzing: bytes that nobody meant, at everything that reads bytes. `python -m tests.fuzz` runs for minutes.

A target is a function that takes bytes and fails when a promise of the docs is broken. What a run
finds is kept in `kept/`, and the ordinary tests put it to its target for ever (test_targets.py).
"""
