"""Tests of `server/facedown_server/runtime`."""
