"""Tests of server/games/duel/chain."""
