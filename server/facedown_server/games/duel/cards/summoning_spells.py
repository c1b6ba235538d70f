"""Spells that Summon."""

from facedown_server.games.duel.script import (
    YOU,
    Body,
    Card,
    Fx,
    Rule,
    activation,
    apply_rule,
    apply_rule_to_player,
    can_special_summon_here,
    can_summon_tokens,
    choose,
    fusion_summon,
    has_name,
    instruction_body,
    oath,
    recipes,
    special_summon,
    summon_token,
    words,
)

# --- Polymerization -----------------------------------------------------------------------------------------


def materials(fx: Fx) -> list[Card]:
    return fx.cards(("hand", "monster"), YOU, lambda card: card.facts.is_monster)


activation("Polymerization", only=lambda fx: bool(recipes(fx, materials(fx))))(
    instruction_body(
        "Fusion Summon 1 Fusion Monster from your Extra Deck, using monsters from your hand or field.",
        lambda fx: fusion_summon(materials(fx)),
    )
)


# --- Scapegoat ----------------------------------------------------------------------------------------------

SHEEP_TOKEN_PASSCODE = 73915052


def _no_summons(fx: Fx) -> Body:
    for rule in (Rule.NO_NORMAL_SUMMON, Rule.NO_FLIP_SUMMON, Rule.NO_SPECIAL_SUMMON):
        yield apply_rule_to_player(rule, whose=YOU)


@activation(
    "Scapegoat",
    only=lambda fx: can_summon_tokens(fx, 4),
    cost=oath(lambda fx: not fx.has_summoned(fx.you), _no_summons),
)
def scapegoat(fx: Fx) -> Body:
    """Special Summon 4 Sheep Tokens (Beast/EARTH/Level 1/ATK 0/DEF 0) in Defense Position. They cannot be
    Tributed for a Tribute Summon. You cannot Summon other monsters this turn, but you can Set."""
    if len(fx.free_monster_zones(fx.you)) >= 4:
        tokens = yield summon_token(SHEEP_TOKEN_PASSCODE, 4, "defense")
        yield apply_rule(Rule.NO_TRIBUTE_SUMMON, to=tokens, turns=None, follows_face=False)


# --- The Flute of Summoning Dragon --------------------------------------------------------------------------


def _dragons(fx: Fx) -> list[Card]:
    hand = fx.cards("hand", YOU, lambda card: card.facts.race == "dragon")
    return [card for card in hand if can_special_summon_here(fx, card)]


def _possible(fx: Fx) -> bool:
    lord = any(card.face_up and has_name("Lord of D.")(card) for card in fx.monsters())
    return lord and bool(fx.free_monster_zones(fx.you)) and bool(_dragons(fx))


@activation("The Flute of Summoning Dragon", only=_possible)
def the_flute_of_summoning_dragon(fx: Fx) -> Body:
    """Special Summon up to 2 Dragon monsters from your hand. "Lord of D." must be on the field."""
    if _possible(fx):
        most = min(2, len(fx.free_monster_zones(fx.you)))
        chosen = yield choose(_dragons(fx), 1, most, words("choose_2_dragons"), always=True)
        yield special_summon(chosen)
