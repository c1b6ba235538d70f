"""Tests of proofs/asking."""
