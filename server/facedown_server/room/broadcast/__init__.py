"""What is sent of a table: Views for each viewer group, its state, news, and data about throws."""
