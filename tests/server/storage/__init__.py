"""Tests of server/facedown_server/storage."""
