"""Tests of client/terminal."""
