"""The free table: cards moved by hand. It enforces movements, places, secrecy and the log, and no rules."""
