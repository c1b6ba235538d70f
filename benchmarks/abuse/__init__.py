"""Strangers who send a server as much as they may, of every kind of message: the cost to the server, and to
other clients (`python run.py bench abuse`).
"""
