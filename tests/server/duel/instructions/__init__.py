"""Tests of server/duel/instructions."""
