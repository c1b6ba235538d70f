"""Tests of client/window/scenes/duel."""
