"""Enums for effect headers: players, kinds of effects, limits, Damage Step timing and rules."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import TypeVar

Words = TypeVar("Words", bound=type[Enum])


def _quick(words: Words) -> Words:
    """Turn enum members into plain class attributes.

    Python 3.11 calls a function for each access to a member; Python 3.12 does not.
    """
    for name, member in words.__members__.items():
        type.__setattr__(words, name, member)
    return words


@_quick
class Whose(Enum):
    """Players, from the side of the effect's player."""

    YOU = "you"
    OPPONENT = "opponent"
    EITHER = "either"


YOU, OPPONENT, EITHER = Whose.YOU, Whose.OPPONENT, Whose.EITHER


@_quick
class EffectKind(StrEnum):
    """The kind of an effect, which decides when it may be used (GAP-12)."""

    ACTIVATION = "activation"
    """Activation of a Spell or Trap Card itself."""
    IGNITION = "ignition"
    QUICK = "quick"
    TRIGGER = "trigger"
    FLIP = "flip"


@_quick
class Limit(StrEnum):
    """Limit on the uses of an effect (GAP-21)."""

    NONE = ""
    TURN = "turn"
    """Once per turn for this card on the field."""
    NAME = "name"
    """Once per turn, counted by player and card name."""
    ACTIVATED = "activated"
    """One activation per turn, player and card name. A negated activation does not count."""
    DUEL = "duel"
    """Once while this card is face-up on the field."""


@_quick
class DamageStepUse(StrEnum):
    """Parts of the Damage Step in which an effect may be used (GAP-07)."""

    NEVER = "never"
    BEFORE = "before"
    """Until damage calculation, for effects that change ATK or DEF."""
    CALCULATION = "calculation"
    """Only during damage calculation."""
    AROUND = "around"
    """Just before damage calculation and at the end, for effects carried out by hand."""
    ALWAYS = "always"


@_quick
class Rule(StrEnum):
    """Kinds of rules that continuous and lingering effects apply to cards or players."""

    def __repr__(self) -> str:
        """Return a fixed text, independent of the class name: digests of stored duels contain it."""
        return f"<Rule.{self.name}: {self.value!r}>"

    ATTACK = "attack"
    DEFENSE = "defense"
    LEVEL = "level"
    SWAP_ORIGINAL = "swap_original"
    BASE_ATTACK = "base_attack"
    """Replaces the original ATK. Modifiers apply on top."""
    BASE_DEFENSE = "base_defense"
    SET_ATTACK = "set_attack"
    """Sets the current ATK. Earlier modifiers stop applying, later ones apply."""
    SET_DEFENSE = "set_defense"
    REVERSE = "reverse"
    """Turns increases of the card's ATK or DEF into decreases, and vice versa."""
    DEFENSE_POSITION = "defense_position"
    """Puts the monster in Defense Position while it is face-up."""
    SCALE = "scale"
    """Replaces the printed Pendulum Scale."""
    ATTRIBUTE = "attribute"
    RACE = "race"
    NEGATE = "negate"
    """Negates the card's effects."""
    NEGATE_LINK = "negate_link"
    """Negates effects when they resolve, even of cards that have left. The value is a test of (fx, link)."""
    NO_ATTACK = "no_attack"
    """Forbids attacks. An attack that is already declared stops."""
    NO_ATTACK_DECLARATION = "no_attack_declaration"
    """Forbids declaring an attack. An attack that is already declared continues."""
    NO_ATTACK_TARGET = "no_attack_target"
    """Prevents the card from being chosen as an attack target."""
    DIRECT_ATTACK = "direct_attack"
    NO_DIRECT_ATTACK = "no_direct_attack"
    ATTACKS_ONLY = "attacks_only"
    """Restricts the monster's attack targets. The value is a test of (fx, target)."""
    ATTACK_COST = "attack_cost"
    """Makes each attack of the monster cost Life Points, paid at the declaration."""
    EXTRA_ATTACKS = "extra_attacks"
    ATTACKS_ALL = "attacks_all"
    """Lets the monster attack every monster of the opponent, each once per turn."""
    MUST_BE_ATTACKED = "must_be_attacked"
    """Forbids attacks on other monsters and on the player. Two such monsters protect each other."""
    PIERCING = "piercing"
    NO_BATTLE_DESTRUCTION = "no_battle_destruction"
    NO_EFFECT_DESTRUCTION = "no_effect_destruction"
    NO_BATTLE_DAMAGE = "no_battle_damage"
    """Prevents battle damage: to the controller from this monster's battles, or to the player."""
    NO_TARGET = "no_target"
    """Prevents the card from being targeted by effects that the value selects."""
    NO_POSITION_CHANGE = "no_position_change"
    NO_ACTIVATION = "no_activation"
    NO_TRIBUTE = "no_tribute"
    LENT = "lent"
    """Makes the opponent (the value) Tribute the monster as if it were their own."""
    NO_TRIBUTE_SUMMON = "no_tribute_summon"
    """Prevents Tributing the monster for a Tribute Summon, but not for other purposes."""
    NO_NORMAL_SUMMON = "no_normal_summon"
    NO_FLIP_SUMMON = "no_flip_summon"
    NO_SPECIAL_SUMMON = "no_special_summon"
    NO_SET = "no_set"
    NO_BATTLE_PHASE = "no_battle_phase"
    BANISH_INSTEAD = "banish_instead"
    """Banishes cards that would go to the Graveyard (GAP-52)."""
    BANISH_WHEN_LEAVING = "banish_when_leaving"
    """Banishes the card when it leaves the field."""
    DOUBLE_TRIBUTE = "double_tribute"
    EXTRA_SUMMONS = "extra_summons"
    CONTROL = "control"
    """Gives control of the monster to the seat in the value.

    The newest rule applies. The monster returns when the last one ends.
    """
    TREATED_AS = "treated_as"
    """Gives the card another name."""
    REVEALED = "revealed"
    """Keeps the card revealed in the hand."""
