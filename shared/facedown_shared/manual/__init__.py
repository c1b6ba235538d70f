"""Cards moved by hand: which movements a game knows, which gestures a card offers. One set of rows for the
server, which enforces them on the truth, and for clients, which offer them from a View.
"""
