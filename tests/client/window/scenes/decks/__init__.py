"""Tests of client/window/scenes/decks."""
