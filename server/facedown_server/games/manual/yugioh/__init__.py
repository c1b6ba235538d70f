"""Yu-Gi-Oh! played by hand: Summons as one gesture, battle positions, materials, equips, Tokens."""
