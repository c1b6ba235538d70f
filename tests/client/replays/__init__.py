"""Replays as a client keeps and plays them."""
