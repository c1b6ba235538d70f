"""Tests of client/window/scenes/table."""
