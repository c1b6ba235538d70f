"""Tests of `server/service`."""
