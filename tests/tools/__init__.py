"""Tests of the contributors' tools."""
