"""`python run.py bench load`: what a real server costs and how fast it answers, under load over websockets.

The server is a process of its own and so is everything that loads it; only the server's work is counted.
"""
