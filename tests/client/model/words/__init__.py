"""Tests of client/words."""
