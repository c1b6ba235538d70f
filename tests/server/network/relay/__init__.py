"""Tests of server/relay."""
