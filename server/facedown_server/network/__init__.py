"""Connections and the people behind them: sockets, pages, guests, relays, discovery. Knows no rules."""
