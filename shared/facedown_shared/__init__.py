"""What both ends speak. Imports nothing of ours but itself; server and client both import it."""
