"""Commands for a server's host: check the settings, back up, close tables, open a port."""
