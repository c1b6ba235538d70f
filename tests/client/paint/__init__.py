"""Tests of client/paint."""
