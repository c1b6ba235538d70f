"""Real servers and real clients for proofs: a server process, and players who answer by the fall of a die."""
