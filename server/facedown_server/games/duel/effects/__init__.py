"""What holds for a while, who controls what, and what the rules check after every operation."""
