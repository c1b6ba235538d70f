"""Tests of proofs/rules."""
