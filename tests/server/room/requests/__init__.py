"""Tests of server/facedown_server/room/requests."""
