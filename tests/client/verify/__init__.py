"""Tests of client/verify."""
