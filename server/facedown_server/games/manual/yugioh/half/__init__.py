"""Duels by the rules in which players carry out cards without a script by hand."""
