"""Duels seen again: the list of them, and the board on which one is played."""
