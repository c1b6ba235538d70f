"""Tests of server/duel/chain."""
