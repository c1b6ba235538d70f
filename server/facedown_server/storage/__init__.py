"""What must outlive the server (law 7): the face of a store, its form in memory, and the journal on disk."""
