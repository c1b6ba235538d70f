"""Tests of what a page does before a duel: opening a table, inviting, siding."""
