"""Undo, by rules and by hand: history, permissions, lines as files."""
