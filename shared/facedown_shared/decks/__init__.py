"""Decks and card lists from outside: text forms, EDOPro's databases, ban lists, whether a deck may be
played."""
