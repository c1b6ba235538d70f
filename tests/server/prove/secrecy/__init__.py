"""Tests of server/prove/secrecy."""
