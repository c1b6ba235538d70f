"""Tests of how a page is connected: its link, updates, another browser."""
