"""Tests of the core's messages."""
