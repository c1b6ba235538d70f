"""Cards moved by hand in pages."""
