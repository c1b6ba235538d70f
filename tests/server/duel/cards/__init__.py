"""Tests of server/duel/cards."""
