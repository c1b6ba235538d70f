"""Tests of the pairing of a round."""
