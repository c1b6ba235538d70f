"""Tests of `shared/facedown_shared/network`."""
