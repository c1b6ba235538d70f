"""Returning to duels that wait, in real windows."""
