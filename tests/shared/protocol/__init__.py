"""Messages and their fields."""
