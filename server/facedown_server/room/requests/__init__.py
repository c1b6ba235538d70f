"""What people request at a table: to come and go, to search for cards, to take steps back."""
