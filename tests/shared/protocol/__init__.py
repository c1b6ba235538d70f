"""Messages and what stands in them."""
