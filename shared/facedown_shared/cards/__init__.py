"""Cards as printed, and decks of them: facts, deck texts, limits of formats. Nothing of a running duel."""
