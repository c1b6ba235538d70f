"""Parts shared by all referees: interface, prompts, log codec, match, undo. They know no game."""
