"""Tests of client/window/scenes."""
