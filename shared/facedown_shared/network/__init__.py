"""Finding and reaching a server: links, announcements, routes between nodes, connection errors."""
