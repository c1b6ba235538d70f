"""Tests of client/data."""
