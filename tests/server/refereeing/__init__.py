"""Tests of `server/refereeing`."""
