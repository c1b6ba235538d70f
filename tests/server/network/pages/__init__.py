"""Tests of server/pages."""
