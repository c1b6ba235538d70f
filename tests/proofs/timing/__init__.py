"""Tests of proofs/timing."""
