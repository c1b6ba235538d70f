"""Tests of half-manual duels."""
