"""Printed cards, decks of them, and files made by others."""
