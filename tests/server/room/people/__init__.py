"""Tests of server/room/people."""
