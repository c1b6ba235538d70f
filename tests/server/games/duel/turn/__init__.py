"""Tests of server/games/duel/turn."""
