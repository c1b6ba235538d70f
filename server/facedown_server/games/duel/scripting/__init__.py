"""The library of card files: registration, costs, conditions, patterns that many cards share."""
