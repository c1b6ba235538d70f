"""Public replays as a server stores them."""
