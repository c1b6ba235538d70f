"""Tests of client/window/art."""
