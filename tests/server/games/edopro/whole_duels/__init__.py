"""Whole duels in EDOPro's core, by kind of Summon and by format."""
