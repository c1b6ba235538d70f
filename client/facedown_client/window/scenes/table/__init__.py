"""Scenes about a table before its match: opening it, its seats, its mode, and its links."""
