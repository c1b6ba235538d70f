"""Client with a window. Only this folder loads pygame."""
