"""Tests of `shared/facedown_shared/text`."""
