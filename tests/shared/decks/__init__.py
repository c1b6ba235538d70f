"""Tests of `shared/facedown_shared/decks`."""
