"""Scenes about a table before its match: opening one, who sits there, how it is played, the links to send."""
