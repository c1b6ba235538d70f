"""Equip Spells that raise or lower ATK and DEF, some with something more when they are gone."""

from facedown_server.games.duel.script import (
    Rule,
    continuous,
    damage,
    equip_spell,
    instruction_body,
    is_equipped,
    pay_cost,
    register_return_to_top,
    tribute_cost,
    trigger,
    was_sent_from_field_to_graveyard,
)

equip_spell("Axe of Despair", "Equip to a monster. It gains 1000 ATK.", attack=1000)
register_return_to_top(
    "Axe of Despair",
    "When this card is sent from the field to the Graveyard: you can Tribute 1 monster; put this card on top"
    " of your Deck.",
    cost=tribute_cost(),
)

equip_spell("Black Pendant", "Equip to a monster. It gains 500 ATK.", attack=500)
trigger("Black Pendant", "move", when=was_sent_from_field_to_graveyard, must=True, zones={"graveyard"})(
    instruction_body(
        "If this card is sent from the field to the Graveyard: the opponent takes 500 damage.",
        lambda fx: damage(fx.opponent, 500),
    )
)

equip_spell(
    "Book of Secret Arts",
    "Equip only to a Spellcaster monster. It gains 300 ATK and DEF.",
    fits=lambda card, fx: card.race == "spellcaster",
    attack=300,
    defense=300,
)

equip_spell(
    "Dark Energy",
    "Equip only to a Fiend monster. It gains 300 ATK and DEF.",
    fits=lambda card, fx: card.race == "fiend",
    attack=300,
    defense=300,
)

equip_spell(
    "Dragon Treasure",
    "Equip only to a Dragon monster. It gains 300 ATK and DEF.",
    fits=lambda card, fx: card.race == "dragon",
    attack=300,
    defense=300,
)

equip_spell(
    "Invigoration",
    "Equip only to an EARTH monster. It gains 400 ATK and loses 200 DEF.",
    fits=lambda card, fx: card.attribute == "earth",
    attack=400,
    defense=-200,
)

equip_spell("Malevolent Nuzzler", "Equip to a monster. It gains 700 ATK.", attack=700)
register_return_to_top(
    "Malevolent Nuzzler",
    "When this card is sent from the field to the Graveyard: you can pay 500 LP; put this card on top of"
    " your Deck.",
    cost=pay_cost(500),
)

equip_spell(
    "Ring of Magnetism",
    "Equip only to a monster you control. It loses 500 ATK and DEF. The opponent's monsters can attack"
    " nothing else.",
    fits=lambda card, fx: card.controller == fx.you,
    attack=-500,
    defense=-500,
)
continuous("Ring of Magnetism", Rule.MUST_BE_ATTACKED, fits=is_equipped)

equip_spell(
    "Sword of Dark Destruction",
    "Equip only to a DARK monster. It gains 400 ATK and loses 200 DEF.",
    fits=lambda card, fx: card.attribute == "dark",
    attack=400,
    defense=-200,
)
