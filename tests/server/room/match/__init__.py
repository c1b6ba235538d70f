"""Tests of server/room/match."""
