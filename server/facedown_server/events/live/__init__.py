"""An event on a server: its file, its secret links, and the connections of its pages."""
