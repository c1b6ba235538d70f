"""Tests of `client/facedown_client/commands`."""
