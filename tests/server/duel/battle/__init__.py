"""Tests of server/duel/battle."""
