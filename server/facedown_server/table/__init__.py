"""The physical state of a table, shared by every game: state, operations, movement rules, Views, random
streams.
"""

from facedown_server.table.state import Before, Card, CardWords, ChainLink, GameEvent, card_words, listed

__all__ = ["Before", "Card", "CardWords", "ChainLink", "GameEvent", "card_words", "listed"]
