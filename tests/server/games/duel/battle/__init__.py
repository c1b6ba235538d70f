"""Tests of server/games/duel/battle."""
