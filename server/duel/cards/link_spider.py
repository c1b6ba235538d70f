"""Link Spider: brings a Normal Monster to the zone below it."""

from server.duel.script import (  # fmt: skip
    YOU,
    Body,
    Card,
    Fx,
    Limit,
    LinkMaterials,
    choose,
    ignition,
    materials,
    may_special_summon,
    pointed_free,
    special_summon,
)

NAME = "Link Spider"

materials(NAME, LinkMaterials(1, 1, lambda card: card.is_a("normal")))


def small_normal(fx: Fx) -> list[Card]:
    return fx.cards(
        "hand",
        YOU,
        lambda card: (
            card.facts.is_a("normal") and 1 <= card.facts.level <= 4 and may_special_summon(fx, card)
        ),
    )


@ignition(
    NAME,
    only=lambda fx: bool(small_normal(fx) and pointed_free(fx.state, fx.card, fx.you)),
    limit=Limit.TURN,
)
def lures(fx: Fx) -> Body:
    """Once per turn: you can Special Summon 1 Level 4 or lower Normal Monster from your hand to your zone
    this card points to."""
    places = pointed_free(fx.state, fx.card, fx.you) if fx.here else []
    if places:
        chosen = yield choose(small_normal(fx), text="Choose a Normal Monster.", always=True)
        yield special_summon(chosen, places=places)
