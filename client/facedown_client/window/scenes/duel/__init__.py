"""The duel on screen: its scene, and its input by pointer, keys, dragged cards and buttons."""
