"""Tests of server/games/duel/summons."""
