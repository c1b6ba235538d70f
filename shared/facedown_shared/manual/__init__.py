"""Cards moved by hand: the movements of a game, and the gestures of a card. The same rows serve the server,
which enforces them on its state, and clients, which offer gestures from a View.
"""
