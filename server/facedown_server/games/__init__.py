"""The games: our rules, EDOPro's core, play by hand, scenarios. Each is a referee; none knows people."""
