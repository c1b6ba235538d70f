"""Play alone by EDOPro's core, on real servers with decks of the field."""
