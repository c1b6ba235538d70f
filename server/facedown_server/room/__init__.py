"""Tables with people at them: from a client's first message to the last told View. Knows no rules."""
