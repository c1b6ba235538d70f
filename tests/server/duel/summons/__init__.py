"""Tests of server/duel/summons."""
