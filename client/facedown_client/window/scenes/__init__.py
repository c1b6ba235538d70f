"""Scenes: each one fills the window. A scene only displays values and sends messages."""
