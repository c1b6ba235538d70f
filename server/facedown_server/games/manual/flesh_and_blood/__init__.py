"""Flesh and Blood by hand: objects that become others, a stack, a combat chain, and the turn."""
