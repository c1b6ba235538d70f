"""Decks and card lists from outside: text forms, EDOPro's databases, ban lists, legality of decks."""
