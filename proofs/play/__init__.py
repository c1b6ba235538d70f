"""Random legal play, the same for the same seed: by the rules, by hand, and half by hand."""
