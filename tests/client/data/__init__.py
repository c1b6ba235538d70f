"""Tests of client/facedown_client/data."""
