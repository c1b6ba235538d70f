"""Tests of `shared/tables`."""
