"""Tests of `client/commands`."""
