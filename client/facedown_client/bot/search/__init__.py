"""Search of the level `hard`: it plays candidate acts in our rules, in a process of its own.

The only part of the client that imports the server's rules (`determinization.py`, `rollouts.py`). The bots
start `search_process.py` by its command, never by import, and play on without it where it cannot run.
"""
