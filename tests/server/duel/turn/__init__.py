"""Tests of server/duel/turn."""
