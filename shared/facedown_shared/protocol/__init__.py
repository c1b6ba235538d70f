"""The protocol of client and server: every message, its parts, its limits, and its encoding."""
