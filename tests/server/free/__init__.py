"""The free table: every movement, Summon and quick word by hand, the way back, files, and what nobody sees."""
