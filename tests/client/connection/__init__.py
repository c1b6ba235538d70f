"""Tests of client/facedown_client/connection."""
