"""How everything looks: colours, type, shapes, icons. Decides nothing about a duel."""
