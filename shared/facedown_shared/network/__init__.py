"""Where a server is found: links, announcements, routes between nodes, connection errors."""
