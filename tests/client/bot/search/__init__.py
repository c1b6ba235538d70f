"""The search of the level `hard`."""
