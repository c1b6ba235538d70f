"""Free table: players move the cards by hand. It enforces movements, places, secrecy and the log, but no game
rules.
"""
