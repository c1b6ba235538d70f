"""Tests of `client/model`."""
