"""Logs of duels as they were once played: no engine may run them differently without a failing test."""
