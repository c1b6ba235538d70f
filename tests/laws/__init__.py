"""The nine laws as properties over random legal play; each test fails on a planted mistake."""
