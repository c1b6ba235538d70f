"""Relinquished: takes a monster in, fights with its strength and hides behind it."""

from facedown_server.games.duel.script import (
    OPPONENT,
    Body,
    Card,
    Fx,
    Limit,
    Rule,
    Selection,
    continuous,
    damage,
    destroy_instead,
    equip_card,
    ignition,
    instruction_body,
    reacts,
    saves,
    store_note,
)  # fmt: skip

NAME = "Relinquished"


def absorbed_monsters(fx: Fx) -> list[Card]:
    return [card for card in fx.card.equips if card.memory.get("absorbed")]


@ignition(
    NAME,
    target=Selection("monster", OPPONENT, keep=lambda card, fx: card.controller == fx.opponent),
    only=lambda fx: not absorbed_monsters(fx) and bool(fx.free_spell_trap_zones(fx.you)),
    limit=Limit.TURN,
)
def absorb(fx: Fx) -> Body:
    """Once per turn, while no monster is equipped to this card by this effect: you can target 1 monster your
    opponent controls; equip it to this card."""
    for monster in fx.targets:
        if not absorbed_monsters(fx) and (yield equip_card(monster, fx.card)):
            yield store_note(monster, "absorbed", True)


def absorbed_attack(fx: Fx, card: Card) -> int:
    """What it took in face-down stays face-down, and lends nothing."""
    prey = absorbed_monsters(fx)[0]
    return max(prey.facts.attack or 0, 0) if prey.face_up else 0


def absorbed_defense(fx: Fx, card: Card) -> int:
    prey = absorbed_monsters(fx)[0]
    return max(prey.facts.defense or 0, 0) if prey.face_up else 0


continuous(NAME, Rule.BASE_ATTACK, absorbed_attack, only=lambda fx: bool(absorbed_monsters(fx)))
continuous(NAME, Rule.BASE_DEFENSE, absorbed_defense, only=lambda fx: bool(absorbed_monsters(fx)))


saves(
    NAME,
    lambda fx, card, destruction: card is fx.card and destruction.cause == "battle",
    can=lambda fx: bool(absorbed_monsters(fx)),
)(
    instruction_body(
        "If this card would be destroyed by battle, destroy the equipped monster instead.",
        lambda fx: destroy_instead(absorbed_monsters(fx)[:1]),
    )
)


def has_hurt_you(fx: Fx) -> bool:
    event, attack = fx.event, fx.duel.attack
    return (
        event is not None
        and attack is not None
        and event.cause == "battle damage"
        and event.seat == fx.you
        and fx.card in (attack.attacker, attack.target)
        and bool(absorbed_monsters(fx))
    )


@reacts(NAME, "life", has_hurt_you)
def share_damage(fx: Fx) -> Body:
    """Battle damage you take from battles of this card while it is so equipped, your opponent takes too, as
    effect damage."""
    assert fx.event is not None
    yield damage(fx.opponent, -fx.event.amount)
