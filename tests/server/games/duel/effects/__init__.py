"""Tests of server/games/duel/effects."""
