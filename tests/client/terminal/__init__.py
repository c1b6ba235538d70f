"""Tests of client/facedown_client/terminal."""
