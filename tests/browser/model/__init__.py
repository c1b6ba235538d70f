"""Tests of what a page has in its memory: the model, and how it calls its player."""
