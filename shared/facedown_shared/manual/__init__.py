"""Cards moved by hand: the movements of a game, and the gestures of a card. One set of rows for the server,
which enforces them on its state, and for clients, which offer them from a View.
"""
