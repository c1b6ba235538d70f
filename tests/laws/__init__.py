"""The nine laws as properties over random legal play; each is shown to fail on a seeded mistake."""
