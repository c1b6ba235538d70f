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
    does,
    equip_card,
    ignition,
    reacts,
    remember,
    saves,
)  # fmt: skip

NAME = "Relinquished"


def absorbed(fx: Fx) -> list[Card]:
    return [card for card in fx.card.equips if card.memory.get("absorbed")]


@ignition(
    NAME,
    target=Selection("monster", OPPONENT, keep=lambda card, fx: card.controller == fx.opponent),
    only=lambda fx: not absorbed(fx) and bool(fx.free_spell_trap_zones(fx.you)),
    limit=Limit.TURN,
)
def absorbs(fx: Fx) -> Body:
    """Once per turn, while no monster is equipped to this card by this effect: you can target 1 monster your
    opponent controls; equip it to this card."""
    for monster in fx.targets:
        if not absorbed(fx) and (yield equip_card(monster, fx.card)):
            yield remember(monster, "absorbed", True)


def its_attack(fx: Fx, card: Card) -> int:
    """What it took in face-down stays face-down, and lends nothing."""
    prey = absorbed(fx)[0]
    return max(prey.facts.attack or 0, 0) if prey.face_up else 0


def its_defense(fx: Fx, card: Card) -> int:
    prey = absorbed(fx)[0]
    return max(prey.facts.defense or 0, 0) if prey.face_up else 0


continuous(NAME, Rule.BASE_ATTACK, its_attack, only=lambda fx: bool(absorbed(fx)))
continuous(NAME, Rule.BASE_DEFENSE, its_defense, only=lambda fx: bool(absorbed(fx)))


saves(
    NAME,
    lambda fx, card, destruction: card is fx.card and destruction.cause == "battle",
    can=lambda fx: bool(absorbed(fx)),
)(
    does(
        "If this card would be destroyed by battle, destroy the equipped monster instead.",
        lambda fx: destroy_instead(absorbed(fx)[:1]),
    )
)


def you_were_hurt(fx: Fx) -> bool:
    told, attack = fx.event, fx.duel.attack
    return (
        told is not None
        and attack is not None
        and told.cause == "battle damage"
        and told.seat == fx.you
        and fx.card in (attack.attacker, attack.target)
        and bool(absorbed(fx))
    )


@reacts(NAME, "life", you_were_hurt)
def shares_the_pain(fx: Fx) -> Body:
    """Battle damage you take from battles of this card while it is so equipped, your opponent takes too, as
    effect damage."""
    assert fx.event is not None
    yield damage(fx.opponent, -fx.event.amount)
