"""Cards as printed, and their limits: facts, ban lists' rules. Nothing of a running duel."""
