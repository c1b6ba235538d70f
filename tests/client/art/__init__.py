"""Tests of client/art."""
