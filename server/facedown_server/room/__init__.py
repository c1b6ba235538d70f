"""Tables and their guests, from a client's first message to the last View sent. Knows no rules."""
