"""Tests of `shared/facedown_shared/tables`."""
