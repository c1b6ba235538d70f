"""`python run.py bench load --mode peers`: an act of facedown beside one of Colyseus, and prompts beside the
choices of Pokémon Showdown's simulator, all in the same run.

The peers run on Node.js, in packages that npm installs into a folder outside the checkout. Without Node.js or
a network, only facedown is measured.
"""
