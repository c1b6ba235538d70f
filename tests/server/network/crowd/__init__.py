"""Tests of `server/network/crowd`."""
