"""Tests of running scenario files."""
