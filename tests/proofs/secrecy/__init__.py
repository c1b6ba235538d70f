"""Tests of proofs/secrecy."""
