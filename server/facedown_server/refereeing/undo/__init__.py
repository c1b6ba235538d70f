"""Undo, by rules and by hand: history, who may undo what, lines as files."""
