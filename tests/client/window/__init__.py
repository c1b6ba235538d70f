"""Tests of client/window."""
