"""What the client knows and keeps: the model fed by messages, cards, decks, settings, the player's own files.

No pygame.
"""
