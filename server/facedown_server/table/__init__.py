"""The physical truth of a table, one for every game: state, operations, movements, sight, streams."""

from facedown_server.table.state import Before, Card, CardWords, ChainLink, GameEvent, card_words, listed

__all__ = ["Before", "Card", "CardWords", "ChainLink", "GameEvent", "card_words", "listed"]
