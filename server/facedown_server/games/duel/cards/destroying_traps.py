"""Traps that destroy: monsters that attack or were Summoned, or targets."""

from facedown_server.games.duel.script import (
    OPPONENT,
    YOU,
    Body,
    Card,
    Fx,
    Limit,
    Selection,
    activation,
    all_monsters,
    ask,
    choose,
    damage,
    destroy,
    instruction_body,
    is_attacker,
    is_face_up,
    is_still_attacking,
    monsters_just_summoned,
    opponent_attacks,
    set_cards,
    settable,
    the_targets,
    words,
)

# --- Bottomless Trap Hole -----------------------------------------------------------------------------------


def _summoned_monsters(fx: Fx) -> list[Card]:
    return [card for card in monsters_just_summoned(fx, by=fx.opponent) if card.is_in_monster_zone]


def _is_strong(card: Card) -> bool:
    return card.face_up and (card.attack or 0) >= 1500


def _strong_monsters(fx: Fx) -> list[Card]:
    return [card for card in fx.about if _is_strong(card)]


activation(
    "Bottomless Trap Hole",
    when=lambda fx: any(map(_is_strong, _summoned_monsters(fx))),
    about=_summoned_monsters,
    destroys=_strong_monsters,
)(
    instruction_body(
        "When your opponent Summons monsters with 1500 or more ATK: destroy those that still are face-up with"
        " so much ATK, and banish them.",
        lambda fx: destroy(_strong_monsters(fx), to="banished"),
    )
)

# --- Mirror Force -------------------------------------------------------------------------------------------


def _attack_position_monsters(fx: Fx) -> list[Card]:
    return fx.monsters(OPPONENT, lambda card: not card.defense_position)


activation(
    "Mirror Force",
    when=opponent_attacks,
    only=lambda fx: bool(_attack_position_monsters(fx)),
    destroys=_attack_position_monsters,
)(
    instruction_body(
        "When an opponent's monster declares an attack: destroy all Attack Position monsters they control.",
        lambda fx: destroy(_attack_position_monsters(fx)),
    )
)

# --- Sakuretsu Armor, Torrential Tribute --------------------------------------------------------------------

activation(
    "Sakuretsu Armor",
    when=opponent_attacks,
    target=Selection("monster", OPPONENT, is_attacker, keep=is_still_attacking),
    destroys=the_targets,
)(
    instruction_body(
        "When an opponent's monster declares an attack: target it; destroy it.",
        lambda fx: destroy(fx.targets),
    )
)

activation(
    "Torrential Tribute",
    when=lambda fx: bool(monsters_just_summoned(fx) and fx.monsters()),
    destroys=all_monsters,
)(
    instruction_body(
        "When a monster is Summoned: destroy all monsters on the field.", lambda fx: destroy(fx.monsters())
    )
)

# --- Trap Hole ----------------------------------------------------------------------------------------------


def _summoned_by_hand(fx: Fx) -> list[Card]:
    return monsters_just_summoned(fx, fx.opponent, "normal", "tribute", "flip")


def _can_be_destroyed(card: Card, fx: Fx) -> bool:
    return card.face_up and (card.attack or 0) >= 1000


activation(
    "Trap Hole",
    when=lambda fx: bool(_summoned_by_hand(fx)),
    target=Selection(
        "monster",
        OPPONENT,
        lambda card, fx: card in _summoned_by_hand(fx) and _can_be_destroyed(card, fx),
        keep=_can_be_destroyed,
    ),
    destroys=the_targets,
)(
    instruction_body(
        "When your opponent Normal or Flip Summons a monster with 1000 or more ATK: target it; destroy it.",
        lambda fx: destroy(fx.targets),
    )
)

# --- Dust Tornado -------------------------------------------------------------------------------------------


@activation("Dust Tornado", target=Selection("spell_trap", OPPONENT), destroys=the_targets)
def dust_tornado(fx: Fx) -> Body:
    """Target 1 Spell or Trap your opponent controls; destroy it, then you can Set 1 Spell or Trap from your
    hand."""
    may_set = (yield destroy(fx.targets)) and fx.cards("hand", YOU)
    if may_set and (yield ask(words("set_spell_or_trap_from_hand"), possible=bool(settable(fx)))):
        yield set_cards((yield choose(settable(fx), text=words("choose_spell_or_trap_to_set"), always=True)))


# --- Ring of Destruction ------------------------------------------------------------------------------------


@activation(
    "Ring of Destruction",
    only=lambda fx: not fx.is_your_turn,
    target=Selection(
        "monster",
        OPPONENT,
        lambda card, fx: card.face_up and (card.attack or 0) <= fx.state.life(fx.opponent),
        keep=is_face_up,
    ),
    limit=Limit.ACTIVATED,
    destroys=the_targets,
)
def ring_of_destruction(fx: Fx) -> Body:
    """In your opponent's turn: target 1 face-up monster they control whose ATK is not above their Life
    Points; destroy it, and if you do, take damage equal to its original ATK, then inflict to your opponent as
    much damage as you took. You can activate only 1 of this card in a turn."""
    for monster in (yield destroy(fx.targets)):
        taken = yield damage(fx.you, max(monster.facts.attack or 0, 0))
        yield damage(fx.opponent, taken)


# --- Two-Pronged Attack -------------------------------------------------------------------------------------


@activation(
    "Two-Pronged Attack",
    target=(
        Selection("monster", YOU, least=2, most=2, text=words("choose_2_of_yours")),
        Selection("monster", OPPONENT, text=words("choose_theirs")),
    ),
    destroys=the_targets,
)
def two_pronged_attack(fx: Fx) -> Body:
    """Target 2 monsters you control and 1 your opponent controls; destroy them, if all 3 are still there."""
    if len(fx.targets) == 3:
        yield destroy(fx.targets)
