"""Tests of what servers and clients share."""
