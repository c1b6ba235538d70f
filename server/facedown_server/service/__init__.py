"""A whole server, assembled: commands, configuration, nodes, operating, health and metrics."""
