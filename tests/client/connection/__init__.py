"""Tests of client/connection."""
