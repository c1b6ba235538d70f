"""Several nodes on one database: membership, ownership of tables, and redirects of clients."""
