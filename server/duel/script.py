"""Everything a card may import: headers, verbs, words. A card file opens no other door (law 6).

    @activation("Pot of Greed", only=lambda fx: fx.can_draw(fx.you, 2))
    def resolve(fx: Fx) -> Body:
        \"\"\"Draw 2 cards.\"\"\"
        yield draw(fx.you, 2)

docs/adding-a-card.md walks through one. A body's docstring is the description players read.
"""

# ruff: noqa: F401, F403
from server.duel.costs import *
from server.duel.effect import Blow, Body, CardTest, Cost, Fx, Pick, Procedure, Wish, none_of
from server.duel.events import *
from server.duel.kinds import *
from server.duel.patterns import *
from server.duel.procedures.fusion import FusionMaterials, recipes
from server.duel.procedures.link import LinkMaterials
from server.duel.procedures.ritual import possible as rituals
from server.duel.procedures.synchro import SynchroMaterials
from server.duel.procedures.xyz import XyzMaterials
from server.duel.registry import (
    activation,
    cannot_be_normal_summoned,
    cannot_be_special_summoned,
    continuous,
    equips,
    flip,
    holds_counters,
    ignition,
    materials,
    never_summoned_from,
    plays_by_its_kind,
    procedure,
    quick,
    reacts,
    saves,
    scale_needs,
    trigger,
    upkeep,
    when_it_leaves,
    when_tied_is_destroyed,
    wins_when,
)
from server.duel.wishes import *
from server.duel.words import EITHER, OPPONENT, YOU, During, Limit, Rule, Whose
from server.duel.zones import linked_monsters, linked_zones, pointed_free
from server.table.state import Card, ChainLink
