"""Law: no gesture shows its player a hidden card of the opponent."""
