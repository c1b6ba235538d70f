"""The closed lists of words in effect headers: players, kinds, limits, timing, rules."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import TypeVar

Words = TypeVar("Words", bound=type[Enum])


def _quick(words: Words) -> Words:
    """Turn members into plain attributes, as in Python 3.12: 3.11 calls a function for each access."""
    for name, member in words.__members__.items():
        type.__setattr__(words, name, member)
    return words


@_quick
class Whose(Enum):
    """Whose cards, from the side of the effect's player."""

    YOU = "you"
    OPPONENT = "opponent"
    EITHER = "either"


YOU, OPPONENT, EITHER = Whose.YOU, Whose.OPPONENT, Whose.EITHER


@_quick
class EffectKind(StrEnum):
    """The kind of an effect, which decides when it may be used (GAP-12)."""

    ACTIVATION = "activation"
    """Activating a Spell or Trap Card itself."""
    IGNITION = "ignition"
    QUICK = "quick"
    TRIGGER = "trigger"
    FLIP = "flip"


@_quick
class Limit(StrEnum):
    """How often an effect may be used (GAP-21)."""

    NONE = ""
    TURN = "turn"
    """Once per turn, this card on the field."""
    NAME = "name"
    """Once per turn and player for this name."""
    ACTIVATED = "activated"
    """One activation per turn, player and name; one that was negated does not count."""
    DUEL = "duel"
    """Once while this card is face-up on the field."""


@_quick
class DamageStepUse(StrEnum):
    """In which part of the Damage Step an effect may be used (GAP-07)."""

    NEVER = "never"
    BEFORE = "before"
    """Up to damage calculation: effects that change ATK or DEF."""
    CALCULATION = "calculation"
    """Only during damage calculation."""
    AROUND = "around"
    """Right before damage calculation, and at the end: for effects carried out by hand."""
    ALWAYS = "always"


@_quick
class Rule(StrEnum):
    """What a continuous effect does to a card or a player."""

    def __repr__(self) -> str:
        """Return the text that digests of stored duels contain, whatever the class is called."""
        return f"<Rule.{self.name}: {self.value!r}>"

    ATTACK = "attack"
    DEFENSE = "defense"
    LEVEL = "level"
    SWAP_ORIGINAL = "swap_original"
    BASE_ATTACK = "base_attack"
    """Its ATK becomes this; modifiers apply on top."""
    BASE_DEFENSE = "base_defense"
    SET_ATTACK = "set_attack"
    """Its ATK becomes this: earlier modifiers stop applying, later ones apply."""
    SET_DEFENSE = "set_defense"
    REVERSE = "reverse"
    """Increases of its ATK or DEF become decreases, and vice versa."""
    DEFENSE_POSITION = "defense_position"
    """Put in Defense Position while it is face-up."""
    SCALE = "scale"
    """Its Pendulum Scale, in place of the printed one."""
    ATTRIBUTE = "attribute"
    RACE = "race"
    NEGATE = "negate"
    """The card's effects are negated."""
    NEGATE_LINK = "negate_link"
    """Effects are negated when they resolve, even of cards that have left: a test of (fx, link)."""
    NO_ATTACK = "no_attack"
    """Cannot attack: an attack already declared stops."""
    NO_ATTACK_DECLARATION = "no_attack_declaration"
    """Cannot declare an attack: one already declared goes on."""
    NO_ATTACK_TARGET = "no_attack_target"
    """Cannot be chosen as an attack target."""
    DIRECT_ATTACK = "direct_attack"
    NO_DIRECT_ATTACK = "no_direct_attack"
    ATTACKS_ONLY = "attacks_only"
    """Of monsters it may attack only those the value says: a test of (fx, target)."""
    ATTACK_COST = "attack_cost"
    """Life Points each of its attacks costs, paid at the declaration."""
    EXTRA_ATTACKS = "extra_attacks"
    ATTACKS_ALL = "attacks_all"
    """It may attack every monster of the opponent, each once a turn."""
    MUST_BE_ATTACKED = "must_be_attacked"
    """No other monster and no player can be attacked; two such monsters shield each other."""
    PIERCING = "piercing"
    NO_BATTLE_DESTRUCTION = "no_battle_destruction"
    NO_EFFECT_DESTRUCTION = "no_effect_destruction"
    NO_BATTLE_DAMAGE = "no_battle_damage"
    """Its controller takes no battle damage from battles involving it (or the player takes none)."""
    NO_TARGET = "no_target"
    """Cannot be targeted by an effect the value names."""
    NO_POSITION_CHANGE = "no_position_change"
    NO_ACTIVATION = "no_activation"
    NO_TRIBUTE = "no_tribute"
    LENT = "lent"
    """The opponent, its value, must Tribute it as if it were their own."""
    NO_TRIBUTE_SUMMON = "no_tribute_summon"
    """Cannot be Tributed for a Tribute Summon; for other purposes it can."""
    NO_NORMAL_SUMMON = "no_normal_summon"
    NO_FLIP_SUMMON = "no_flip_summon"
    NO_SPECIAL_SUMMON = "no_special_summon"
    NO_SET = "no_set"
    NO_BATTLE_PHASE = "no_battle_phase"
    BANISH_INSTEAD = "banish_instead"
    """Cards that would go to the Graveyard are banished (GAP-52)."""
    BANISH_WHEN_LEAVING = "banish_when_leaving"
    """It is banished when it leaves the field."""
    DOUBLE_TRIBUTE = "double_tribute"
    EXTRA_SUMMONS = "extra_summons"
    CONTROL = "control"
    """The seat that controls the monster; the newest one applies, after the last the monster returns."""
    TREATED_AS = "treated_as"
    """The name it is treated as."""
    REVEALED = "revealed"
    """It is revealed in the hand while this applies."""
