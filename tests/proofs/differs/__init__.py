"""Tests of `prove differs`."""
