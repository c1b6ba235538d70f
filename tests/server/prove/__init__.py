"""Tests of server/prove."""
