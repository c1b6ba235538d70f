"""Actions of rules and effects on cards and players: destroy, send, draw, damage, Special Summon."""
