"""What servers and clients share of play by hand: menus from a View, and the rows of games."""
