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
    choose,
    continuous,
    destroy,
    destroy_instead,
    ignition,
    linked_monsters,
    materials,
    may_special_summon,
    negate_activation,
    pointed_free,
    quick,
    saves,
    special_summon,
    tribute_cost,
    words,
)

# --- Decode Talker ------------------------------------------------------------------------------------------

materials("Decode Talker", LinkMaterials(2, 3, lambda card: card.is_effect_monster))
continuous("Decode Talker", Rule.ATTACK, lambda fx, card: 500 * len(linked_monsters(fx.state, card)))


def targets_yours(fx: Fx) -> bool:
    targets = fx.link.targets if fx.link is not None else ()
    return any(card.is_on_field and card.controller == fx.you for card in targets)


@quick(
    "Decode Talker",
    when=lambda fx: answers_opponent(fx) and targets_yours(fx),
    cost=tribute_cost(only=lambda card, fx: card in linked_monsters(fx.state, fx.card)),
    damage_step=DamageStepUse.ALWAYS,
    destroys=answered_card,
)
def protects(fx: Fx) -> Body:
    """When your opponent activates a card or effect that targets cards you control on the field: you can
    Tribute 1 monster this card points to; negate the activation, and if you do, destroy that card."""
    yield destroy((yield negate_activation()))


# --- Link Spider --------------------------------------------------------------------------------------------

materials("Link Spider", LinkMaterials(1, 1, lambda card: card.is_a("normal")))


def small_normal(fx: Fx) -> list[Card]:
    return fx.cards(
        "hand",
        YOU,
        lambda card: (
            card.facts.is_a("normal") and 1 <= card.facts.level <= 4 and may_special_summon(fx, card)
        ),
    )


@ignition(
    "Link Spider",
    only=lambda fx: bool(small_normal(fx) and pointed_free(fx.state, fx.card, fx.you)),
    limit=Limit.TURN,
)
def lures(fx: Fx) -> Body:
    """Once per turn: you can Special Summon 1 Level 4 or lower Normal Monster from your hand to your zone
    this card points to."""
    places = pointed_free(fx.state, fx.card, fx.you) if fx.here else []
    if places:
        chosen = yield choose(small_normal(fx), text=words("choose_a_normal_monster"), always=True)
        yield special_summon(chosen, places=places)


# --- Proxy Dragon -------------------------------------------------------------------------------------------

materials("Proxy Dragon", LinkMaterials(2, 2))


def proxies(fx: Fx) -> list[Card]:
    """Its own linked monsters that are not about to fall themselves."""
    return [
        card
        for card in linked_monsters(fx.state, fx.card)
        if card.controller == fx.you and card not in fx.chosen["doomed"]
    ]


@saves(
    "Proxy Dragon",
    lambda fx, card, destruction: card.is_on_field and card.controller == fx.you,
    can=lambda fx: bool(proxies(fx)),
    asks=words("destroy_pointed_at_instead"),
)
def stands_in(fx: Fx) -> Body:
    """If cards you control would be destroyed by battle or card effect: you can destroy 1 monster of yours
    this card points to instead."""
    yield destroy_instead((yield choose(proxies(fx), text=words("choose_what_is_destroyed_instead"))))
