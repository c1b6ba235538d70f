"""Tests of client/facedown_client/window/scenes/decks."""
