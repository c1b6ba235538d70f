"""Yu-Gi-Oh! by hand: Summons as one gesture, battle positions, materials, equips, Tokens."""
