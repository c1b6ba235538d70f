"""A duel by the rules in which cards without a script are carried out by hand."""
