"""The duel on screen: the scene, and what pointer, keys, hands and buttons do in it."""
