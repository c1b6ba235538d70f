"""Duels by EDOPro's core in real windows: cards of our own on the engine, and decks of the field."""
