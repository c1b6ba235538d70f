"""Tests of client/window/look."""
