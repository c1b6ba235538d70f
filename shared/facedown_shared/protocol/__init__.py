"""What client and server say to each other: every message, its parts, its limits, and its bytes."""
