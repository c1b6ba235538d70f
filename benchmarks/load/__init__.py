"""`python run.py bench load`: a real server's cost and response times, under load over websockets.

The server is a process of its own and so is everything that loads it; only the server's work is counted.
"""
