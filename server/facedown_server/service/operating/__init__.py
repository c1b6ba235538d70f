"""What a server's host does with it: look whether it could start, keep copies, close tables, open a port."""
