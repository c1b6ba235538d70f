"""Tests of proofs/recovery."""
