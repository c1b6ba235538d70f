"""Tests of server/nodes."""
