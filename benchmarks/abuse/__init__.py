"""Strangers who send a server as much as they may, of every kind of message there is: what that costs it, and
what it costs others (`python run.py bench abuse`)."""
