"""Public replays as a server keeps them."""
