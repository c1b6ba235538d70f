"""Tests of server/facedown_server/network/wire."""
