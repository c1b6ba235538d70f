"""Tests of client/window/widgets."""
