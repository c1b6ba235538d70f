"""What every rule is written in: words, effect headers, prompts, and look-ups that change nothing."""
