"""Tests of server/facedown_server/table."""
