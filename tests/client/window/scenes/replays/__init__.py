"""Screens of replays."""
