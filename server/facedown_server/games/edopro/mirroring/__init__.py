"""Parts of a mirror. Each handles the core's messages about one subject."""
