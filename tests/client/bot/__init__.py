"""Tests of client/bot."""
