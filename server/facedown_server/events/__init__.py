"""An evening's event: a room full of players, Swiss rounds, pairings, standings.

`rules` is pure: an event is the sum of its log. `pairing` finds the pairs of a round in a process of its own.
"""
