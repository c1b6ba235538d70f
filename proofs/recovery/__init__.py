"""The proof that nothing told is lost: a real server, killed again and again, and players who come back."""
