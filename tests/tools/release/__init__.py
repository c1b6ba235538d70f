"""Tests of the release's files."""
