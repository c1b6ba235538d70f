"""How well the bots play: duels of one level against another, and positions with a plainly right play."""
