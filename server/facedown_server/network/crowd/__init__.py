"""People with a connection: guests, viewer groups, names, bans, quotas, printed cards. For rooms and
relays."""
