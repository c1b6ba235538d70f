"""Link Monsters."""

from facedown_server.games.duel.script import (
    YOU,
    Body,
    Card,
    DamageStepUse,
    Fx,
    Limit,
    LinkMaterials,
    Rule,
    answered_card,
    answers_opponent,
    can_special_summon_here,
    choose,
    continuous,
    destroy,
    destroy_instead,
    free_zones_pointed_at,
    ignition,
    linked_monsters,
    materials,
    negate_activation,
    quick,
    saves,
    special_summon,
    tribute_cost,
    words,
)

# --- Decode Talker ------------------------------------------------------------------------------------------

materials("Decode Talker", LinkMaterials(2, 3, lambda card: card.is_effect_monster))
continuous("Decode Talker", Rule.ATTACK, lambda fx, card: 500 * len(linked_monsters(fx.state, card)))


def is_targeting_yours(fx: Fx) -> bool:
    targets = fx.link.targets if fx.link is not None else ()
    return any(card.is_on_field and card.controller == fx.you for card in targets)


@quick(
    "Decode Talker",
    when=lambda fx: answers_opponent(fx) and is_targeting_yours(fx),
    cost=tribute_cost(only=lambda card, fx: card in linked_monsters(fx.state, fx.card)),
    damage_step=DamageStepUse.ALWAYS,
    destroys=answered_card,
)
def is_protected(fx: Fx) -> Body:
    """When your opponent activates a card or effect that targets cards you control on the field: you can
    Tribute 1 monster this card points to; negate the activation, and if you do, destroy that card."""
    yield destroy((yield negate_activation()))


# --- Link Spider --------------------------------------------------------------------------------------------

materials("Link Spider", LinkMaterials(1, 1, lambda card: card.is_a("normal")))


def small_normal_monsters(fx: Fx) -> list[Card]:
    return fx.cards(
        "hand",
        YOU,
        lambda card: (
            card.facts.is_a("normal") and 1 <= card.facts.level <= 4 and can_special_summon_here(fx, card)
        ),
    )


@ignition(
    "Link Spider",
    only=lambda fx: bool(small_normal_monsters(fx) and free_zones_pointed_at(fx.state, fx.card, fx.you)),
    limit=Limit.TURN,
)
def force_attack(fx: Fx) -> Body:
    """Once per turn: you can Special Summon 1 Level 4 or lower Normal Monster from your hand to your zone
    this card points to."""
    places = free_zones_pointed_at(fx.state, fx.card, fx.you) if fx.is_in_place else []
    if places:
        chosen = yield choose(small_normal_monsters(fx), text=words("choose_a_normal_monster"), always=True)
        yield special_summon(chosen, places=places)


# --- Proxy Dragon -------------------------------------------------------------------------------------------

materials("Proxy Dragon", LinkMaterials(2, 2))


def replacement_monsters(fx: Fx) -> list[Card]:
    """Its own linked monsters that are not about to fall themselves."""
    return [
        card
        for card in linked_monsters(fx.state, fx.card)
        if card.controller == fx.you and card not in fx.chosen["doomed"]
    ]


@saves(
    "Proxy Dragon",
    lambda fx, card, destruction: card.is_on_field and card.controller == fx.you,
    can=lambda fx: bool(replacement_monsters(fx)),
    asks=words("destroy_pointed_at_instead"),
)
def replace_destruction(fx: Fx) -> Body:
    """If cards you control would be destroyed by battle or card effect: you can destroy 1 monster of yours
    this card points to instead."""
    yield destroy_instead(
        (yield choose(replacement_monsters(fx), text=words("choose_what_is_destroyed_instead")))
    )
