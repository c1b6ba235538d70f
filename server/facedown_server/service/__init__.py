"""A whole server: commands, configuration, nodes, what hosts do, health and metrics. Puts the rest
together."""
