"""The duel screen, drawn from a View and what the player is doing. Nothing here decides, sends or remembers.

`Screen` is the door: it keeps what has not changed since the last frame and draws the rest.
"""
