"""Tests of `shared/decks`."""
