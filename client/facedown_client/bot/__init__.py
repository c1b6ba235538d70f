"""Programs that play: rules of thumb for each game, a bot at a table, a demo. No pygame."""
