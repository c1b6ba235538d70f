"""Guests and their limits: viewer groups, names, bans, quotas, printed cards. Used by rooms and relays."""
