"""Traps that answer an attack without destroying."""

from facedown_server.games.duel.script import (
    OPPONENT,
    Body,
    Fx,
    Selection,
    activation,
    damage,
    end_battle_phase,
    gain_life,
    is_attacker,
    negate_attack,
    opponent_attacks,
)

# --- Enchanted Javelin --------------------------------------------------------------------------------------


@activation("Enchanted Javelin", when=opponent_attacks, target=Selection("monster", OPPONENT, is_attacker))
def enchanted_javelin(fx: Fx) -> Body:
    """When an opponent's monster declares an attack: target it; gain Life Points equal to its ATK."""
    for attacker in fx.targets:
        if attacker.face_up:
            yield gain_life(fx.you, attacker.attack or 0)


# --- Magic Cylinder -----------------------------------------------------------------------------------------


@activation("Magic Cylinder", when=opponent_attacks, target=Selection("monster", OPPONENT, is_attacker))
def magic_cylinder(fx: Fx) -> Body:
    """When an opponent's monster declares an attack: target it; negate the attack, and if you do, inflict
    damage to your opponent equal to its ATK."""
    for attacker in fx.targets:
        if (yield negate_attack()):
            yield damage(fx.opponent, attacker.attack or 0)


# --- Negate Attack ------------------------------------------------------------------------------------------


@activation("Negate Attack", when=opponent_attacks, target=Selection("monster", OPPONENT, is_attacker))
def stops_the_attack(fx: Fx) -> Body:
    """When an opponent's monster declares an attack: target it; negate the attack, then end the Battle
    Phase."""
    if fx.targets and (yield negate_attack()):
        yield end_battle_phase()
