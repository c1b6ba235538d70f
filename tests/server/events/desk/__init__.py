"""Tests of the desk of an organizer."""
