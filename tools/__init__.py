"""What helps those who change facedown: pictures of screens, counts, the house drawn. Never in the wheel."""
