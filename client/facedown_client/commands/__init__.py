"""Command line of the client, and the demo."""
