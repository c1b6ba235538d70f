"""Tests of `shared/text`."""
