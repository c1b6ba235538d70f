"""What is told of a table: Views for each viewer group, its state, its news, and how throws were made."""
