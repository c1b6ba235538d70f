"""Tests of server/facedown_server/refereeing/undo."""
