"""The same by the starter-deck rulebook (format classic)."""
