"""The command line of the client, and the demo: everything that puts the rest together."""
