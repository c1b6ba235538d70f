"""Spells and Traps that turn, return, revive or banish what they target, and nothing more."""

from facedown_server.games.duel.script import (
    EITHER,
    OPPONENT,
    Selection,
    activation,
    banish,
    can_defend,
    can_turn_down,
    change_position,
    everything_but_this,
    has_monster_zone,
    instruction_body,
    is_in_defense,
    return_to_hand,
    revivable,
    special_summon,
    words,
)

activation("Block Attack", target=Selection("monster", OPPONENT, can_defend, keep=can_defend))(
    instruction_body(
        "Target 1 face-up Attack Position monster the opponent controls; change it to Defense Position.",
        lambda fx: change_position(fx.targets, "defense"),
    )
)

activation("Book of Moon", target=Selection("monster", EITHER, can_turn_down, keep=can_turn_down))(
    instruction_body(
        "Target 1 face-up monster on the field; change it to face-down Defense Position.",
        lambda fx: change_position(fx.targets, "face_down"),
    )
)

activation("Compulsory Evacuation Device", target=Selection("monster", EITHER))(
    instruction_body(
        "Target 1 monster on the field; return it to the hand.", lambda fx: return_to_hand(fx.targets)
    )
)

activation("Giant Trunade", only=lambda fx: bool(everything_but_this(fx)))(
    instruction_body(
        "Return all other Spells and Traps on the field to the hand.",
        lambda fx: return_to_hand(everything_but_this(fx)),
    )
)

activation("Monster Reborn", target=Selection("graveyard", EITHER, revivable), only=has_monster_zone)(
    instruction_body(
        "Target 1 monster in either Graveyard; Special Summon it.", lambda fx: special_summon(fx.targets)
    )
)

activation("Soul Release", target=Selection("graveyard", EITHER, most=5, text=words("choose_5_to_banish")))(
    instruction_body("Target up to 5 cards in any Graveyards; banish them.", lambda fx: banish(fx.targets))
)

activation("Stop Defense", target=Selection("monster", OPPONENT, is_in_defense, keep=is_in_defense))(
    instruction_body(
        "Target 1 Defense Position monster the opponent controls; change it to face-up Attack Position.",
        lambda fx: change_position(fx.targets, "attack"),
    )
)
