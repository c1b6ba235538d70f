"""Tests of client/window/paint."""
