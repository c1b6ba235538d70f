"""Tests of client/scenes."""
