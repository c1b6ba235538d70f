"""Library for card files: registration, costs, conditions, and patterns that many cards share."""
