"""What every game's referee is made of: the Referee, prompts, the log of acts, the match, undo. Knows no
game."""
