"""Tests of what the core says."""
