"""Flesh and Blood played by hand: objects that become new objects, a stack, a combat chain, and the turn."""
