"""Tests of duels that are half by hand."""
