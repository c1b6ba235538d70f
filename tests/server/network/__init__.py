"""Tests of `server/network`."""
