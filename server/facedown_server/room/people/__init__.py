"""Players and spectators of a table: seats, entrance, decks, proposals, absence, relays."""
