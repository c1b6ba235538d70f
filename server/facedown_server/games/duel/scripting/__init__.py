"""What card files are written with: registration, costs, conditions, patterns many cards share."""
