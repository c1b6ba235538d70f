"""Replays as a client stores and plays them."""
