"""Steps that can be taken back, by rules and by hand alike: history, who may undo what, lines as files."""
