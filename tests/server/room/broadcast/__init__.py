"""Tests of server/room/broadcast."""
