"""Tests of server/operating."""
