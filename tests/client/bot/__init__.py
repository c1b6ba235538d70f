"""Tests of client/facedown_client/bot."""
