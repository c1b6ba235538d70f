"""The parts of a mirror: each handles the core's messages on one subject."""
