"""The proof that nothing sent is lost: a real server, killed again and again, and players who reconnect."""
