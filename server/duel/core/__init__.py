"""What every rule is written in: words, effect headers, prompts, and look-ups that change nothing.

The words that most rules need can be had from here; each says in its own module what it means.
"""

from server.duel.core.duel import Activation, Basis, Duel, PendingTrigger, Settled, activation_of, instruction
from server.duel.core.effect import (
    Body,
    CardScript,
    CardTest,
    DestructionCause,
    DuelQueries,
    Effect,
    Fx,
    Instruction,
    Procedure,
    Reaction,
    Selection,
    Test,
    Value,
)
from server.duel.core.effect_index import home_zones
from server.duel.core.prompts import (
    PASS,
    SHOW,
    DuelOver,
    DuelPrompt,
    Offer,
    OfferGroup,
    Play,
    Verb,
    ask_cards,
    ask_one,
    ask_yes,
    declare,
)
from server.duel.core.records import Attack, ControlHome, DelayedAction, Permission, SummonAttempt, TurnRecord
from server.duel.core.simultaneous_order import by_place, rank
from server.duel.core.words import YOU, EffectKind, Limit, Rule, Whose

__all__ = [
    "PASS",
    "SHOW",
    "YOU",
    "Activation",
    "Attack",
    "Basis",
    "Body",
    "CardScript",
    "CardTest",
    "ControlHome",
    "DelayedAction",
    "DestructionCause",
    "Duel",
    "DuelOver",
    "DuelPrompt",
    "DuelQueries",
    "Effect",
    "EffectKind",
    "Fx",
    "Instruction",
    "Limit",
    "Offer",
    "OfferGroup",
    "PendingTrigger",
    "Permission",
    "Play",
    "Procedure",
    "Reaction",
    "Rule",
    "Selection",
    "Settled",
    "SummonAttempt",
    "Test",
    "TurnRecord",
    "Value",
    "Verb",
    "Whose",
    "activation_of",
    "ask_cards",
    "ask_one",
    "ask_yes",
    "by_place",
    "declare",
    "home_zones",
    "instruction",
    "rank",
]
