"""Between bytes and tables: sockets, pages, people with a connection, relays, discovery. Knows no rules."""
