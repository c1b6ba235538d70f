"""Tests of client/board."""
