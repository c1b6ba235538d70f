"""Tests of server/store."""
