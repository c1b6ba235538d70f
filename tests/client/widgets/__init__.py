"""Tests of client/widgets."""
