"""Tests of client/facedown_client/board."""
