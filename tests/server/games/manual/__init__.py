"""The free table: movements, Summons, piles and quick words by hand, going back, files, and secrecy."""
