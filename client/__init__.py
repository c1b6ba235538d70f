"""The thin client: shows what the server sent and asks for what the server offered. Never imports server."""
