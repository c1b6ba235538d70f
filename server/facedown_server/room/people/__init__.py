"""What people do at a table: come, sit, leave, talk, bring decks, propose, play by hand."""
