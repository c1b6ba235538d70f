"""Cards as printed, decks of them, and files that others made."""
