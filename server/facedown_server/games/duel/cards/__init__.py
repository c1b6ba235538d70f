"""What cards do, by kind: a card stands among its like, and one that takes a page has a file of its own.

A card imports `facedown_server.games.duel.script` and nothing else (law 6).
"""
