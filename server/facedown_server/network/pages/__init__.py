"""HTTP pages on the game's port: the front page, the page behind a link, the client to download."""
