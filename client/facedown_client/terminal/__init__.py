"""The text client: lines in, lines out. No pygame."""
