"""Tests of server/games/duel/core."""
