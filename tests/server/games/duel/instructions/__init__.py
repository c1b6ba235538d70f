"""Tests of server/games/duel/instructions."""
