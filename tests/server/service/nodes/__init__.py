"""Tests of several servers on one database."""
