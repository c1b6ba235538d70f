"""Logs of duels as they were once played: no engine may run them otherwise and not say so."""
