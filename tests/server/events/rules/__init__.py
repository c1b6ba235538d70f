"""Tests of the rules of an event."""
