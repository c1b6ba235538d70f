"""Tests of server/duel/effects."""
