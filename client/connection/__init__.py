"""The way to a server: links that last, servers found or started, and what is kept to return to a seat.

No pygame, no sentences beyond why something failed.
"""
