"""Tests of client/facedown_client/window/art."""
