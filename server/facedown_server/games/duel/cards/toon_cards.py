"""Toons, and the world they need."""

from facedown_server.games.duel.script import pay_cost, register_continuous, toon

register_continuous("Toon World", "Pay 1000 LP to activate this card.", cost=pay_cost(1000))

toon("Blue-Eyes Toon Dragon", tributes_needed=2)
toon("Manga Ryu-Ran", tributes_needed=2)
toon("Toon Mermaid", tributes_needed=0)
toon("Toon Summoned Skull", tributes_needed=1)
