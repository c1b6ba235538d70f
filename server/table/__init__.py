"""The physical truth of a table, one for every game: state, operations, movements, sight, streams."""
