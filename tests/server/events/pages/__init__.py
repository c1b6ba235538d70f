"""Tests of the pages of an event."""
