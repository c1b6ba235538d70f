"""Traps that destroy monsters when these attack or have been Summoned."""

from server.duel.script import (
    OPPONENT,
    Card,
    Fx,
    Selection,
    activation,
    all_monsters,
    destroy,
    does,
    is_attacker,
    opponent_attacks,
    still_attacks,
    summoned_now,
    the_targets,
)

# --- Bottomless Trap Hole -----------------------------------------------------------------------------------


def _arrived(fx: Fx) -> list[Card]:
    return [card for card in summoned_now(fx, by=fx.opponent) if card.in_monster_zone]


def _is_strong(card: Card) -> bool:
    return card.face_up and (card.attack or 0) >= 1500


def _strong_ones(fx: Fx) -> list[Card]:
    return [card for card in fx.about if _is_strong(card)]


activation(
    "Bottomless Trap Hole",
    when=lambda fx: any(map(_is_strong, _arrived(fx))),
    about=_arrived,
    destroys=_strong_ones,
)(
    does(
        "When your opponent Summons monsters with 1500 or more ATK: destroy those that still are face-up with"
        " so much ATK, and banish them.",
        lambda fx: destroy(_strong_ones(fx), to="banished"),
    )
)

# --- Mirror Force -------------------------------------------------------------------------------------------


def _in_attack_position(fx: Fx) -> list[Card]:
    return fx.monsters(OPPONENT, lambda card: not card.defense_position)


activation(
    "Mirror Force",
    when=opponent_attacks,
    only=lambda fx: bool(_in_attack_position(fx)),
    destroys=_in_attack_position,
)(
    does(
        "When an opponent's monster declares an attack: destroy all Attack Position monsters they control.",
        lambda fx: destroy(_in_attack_position(fx)),
    )
)

# --- Sakuretsu Armor, Torrential Tribute --------------------------------------------------------------------

activation(
    "Sakuretsu Armor",
    when=opponent_attacks,
    target=Selection("monster", OPPONENT, is_attacker, keep=still_attacks),
    destroys=the_targets,
)(
    does(
        "When an opponent's monster declares an attack: target it; destroy it.",
        lambda fx: destroy(fx.targets),
    )
)

activation(
    "Torrential Tribute",
    when=lambda fx: bool(summoned_now(fx) and fx.monsters()),
    destroys=all_monsters,
)(does("When a monster is Summoned: destroy all monsters on the field.", lambda fx: destroy(fx.monsters())))

# --- Trap Hole ----------------------------------------------------------------------------------------------


def _normal_or_flip_summoned(fx: Fx) -> list[Card]:
    return summoned_now(fx, fx.opponent, "normal", "tribute", "flip")


def _strong_enough(card: Card, fx: Fx) -> bool:
    return card.face_up and (card.attack or 0) >= 1000


activation(
    "Trap Hole",
    when=lambda fx: bool(_normal_or_flip_summoned(fx)),
    target=Selection(
        "monster",
        OPPONENT,
        lambda card, fx: card in _normal_or_flip_summoned(fx) and _strong_enough(card, fx),
        keep=_strong_enough,
    ),
    destroys=the_targets,
)(
    does(
        "When your opponent Normal or Flip Summons a monster with 1000 or more ATK: target it; destroy it.",
        lambda fx: destroy(fx.targets),
    )
)
