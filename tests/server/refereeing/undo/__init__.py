"""Tests of server/undo."""
