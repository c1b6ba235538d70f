"""Replays: their list, and the board that plays one."""
