"""Scenes about decks: the list of them, the editor, siding, and cards typed in by their player."""
