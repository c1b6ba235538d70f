"""Tests of what both ends speak."""
