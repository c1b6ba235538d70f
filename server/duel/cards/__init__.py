"""What cards do: those that one line of a pattern says stand among their like, any other has its own file.

A card imports `server.duel.script` and nothing else (law 6).
"""
