"""The proof that the rules hold together: random duels and boards, every operation checked."""
