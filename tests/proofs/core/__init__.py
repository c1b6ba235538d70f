"""Tests of proofs/core."""
