"""What helps those who change facedown, run from a checkout: pictures of the screens. Never in the wheel."""
