"""What the client knows and keeps: the model fed by messages, cards, decks, settings, and files of the player's own.

No pygame.
"""
