"""Tests of server/games/duel/cards."""
