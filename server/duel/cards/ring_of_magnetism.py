"""Ring of Magnetism: an Equip Spell that weakens your monster and draws every attack to it."""

from server.duel.script import Rule, continuous, equip_spell, is_equipped

NAME = "Ring of Magnetism"

equip_spell(
    NAME,
    "Equip only to a monster you control. It loses 500 ATK and DEF. The opponent's monsters can attack"
    " nothing else.",
    fits=lambda card, fx: card.controller == fx.you,
    attack=-500,
    defense=-500,
)
continuous(NAME, Rule.MUST_BE_ATTACKED, fits=is_equipped)
