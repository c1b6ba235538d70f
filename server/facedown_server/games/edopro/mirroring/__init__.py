"""The parts of a mirror: each carries out what the core says of one subject."""
