"""What helps those who change facedown does what it says."""
