"""Tests of server/room."""
