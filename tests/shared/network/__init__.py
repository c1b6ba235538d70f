"""Tests of `shared/network`."""
