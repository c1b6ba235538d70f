"""Tests of server/prove/recovery."""
