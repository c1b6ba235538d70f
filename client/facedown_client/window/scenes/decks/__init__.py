"""Scenes about decks: the deck list, the editor, siding, and the form for unknown cards."""
