"""What both ends say of hands: menus from a View, and the rows of games."""
