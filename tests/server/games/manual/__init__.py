"""The free table: movements, Summons, piles and quick words by hand, the way back, files, and secrecy."""
