"""Tests of server/table."""
