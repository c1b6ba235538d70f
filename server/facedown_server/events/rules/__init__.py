"""The rules of an event: acts, reducer, undo, points, tie-breakers, standings. No clock, file or chance."""
