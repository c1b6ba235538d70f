"""The parts of every referee: Referee, prompts, the codec of the log, match, undo. It knows no game."""
