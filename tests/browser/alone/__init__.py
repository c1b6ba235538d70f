"""Practice and solo play in pages."""
