"""What rules and effects do to cards and players: destroy, send, draw, damage, Special Summon."""
