"""Tests of server/duel."""
