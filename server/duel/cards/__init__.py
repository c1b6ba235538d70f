"""One file a card. A card imports `server.duel.script` and nothing else (law 6)."""
