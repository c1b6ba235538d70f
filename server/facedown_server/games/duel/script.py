"""Everything a card may import: headers, verbs, words. A card file imports from here alone (law 6).

    @activation("Pot of Greed", only=lambda fx: fx.can_draw(fx.you, 2))
    def resolve(fx: Fx) -> Body:
        \"\"\"Draw 2 cards.\"\"\"
        yield draw(fx.you, 2)

docs/develop/adding-a-card.md walks through one. Players read a body's docstring as its text.
"""

# ruff: noqa: F401, F403
from facedown_server.games.duel.core import (
    EITHER,
    OPPONENT,
    YOU,
    Body,
    CardTest,
    Cost,
    DamageStepUse,
    DestructionCause,
    Fx,
    Instruction,
    Limit,
    Procedure,
    Rule,
    Selection,
    Whose,
    activation_of,
    free_zones_pointed_at,
    linked_monsters,
    linked_zones,
    none_of,
)
from facedown_server.games.duel.instructions import *
from facedown_server.games.duel.scripting.conditions import *
from facedown_server.games.duel.scripting.costs import *
from facedown_server.games.duel.scripting.extra_deck import LinkMaterials, SynchroMaterials, XyzMaterials
from facedown_server.games.duel.scripting.patterns import *
from facedown_server.games.duel.scripting.registry import (
    activation,
    allow_counters,
    continuous,
    equips,
    flip,
    forbid_special_summon,
    forbid_summon_from,
    ignition,
    instruction_body,
    materials,
    on_leaving,
    on_reference_destroyed,
    procedure,
    quick,
    reacts,
    register_plain,
    register_victory,
    saves,
    scale_needs,
    trigger,
    upkeep,
)
from facedown_server.games.duel.summons.fusion import FusionMaterials, recipes
from facedown_server.games.duel.summons.fusion import ritual_monsters as rituals
from facedown_server.table import Card, ChainLink, card_sentence
from facedown_shared.text import words
