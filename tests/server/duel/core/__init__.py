"""Tests of server/duel/core."""
