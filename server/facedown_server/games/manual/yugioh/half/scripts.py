"""Scripts of the rules for cards without a script of their own. Such a card is activated as its kind allows.

Its controller carries out cost and resolution (`manual_effects.py`). Any open cards can be targets. The
players decide what the effect does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from facedown_server.games.duel.core import (
    EITHER,
    Body,
    CardScript,
    Cost,
    DamageStepUse,
    Effect,
    EffectKind,
    Fx,
    Instruction,
    Selection,
)
from facedown_server.games.duel.library import library, needs_manual_play, spell_speed
from facedown_server.games.manual.yugioh.half.manual_effects import pay_cost, resolve
from facedown_server.table import Card
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.text import words

# These texts are part of the digest.
ACTIVATED = "Its effect, carried out by hand."
FROM_HAND = "Activated from the hand, as its text allows; its effect is carried out by hand."

CARD = "by hand card"
"""Key of the activation of the card itself. A Set Trap responds with it to a Summon that can still be
negated.
"""
MAX_TARGETS = 30
ANYWHERE = frozenset(
    {"hand", "monster", "extra_monster", "spell_trap", "field", "pendulum", "graveyard", "banished"}
)
MONSTER = ANYWHERE - {"field"}
"""Zones of a monster's effects: also as a Pendulum Scale, or among Spells and Traps."""
SPELL_TRAP = frozenset({"spell_trap", "field", "graveyard", "banished"})


def deck_scripts(pool: Pool, codes: Sequence[int]) -> Mapping[int, CardScript]:
    """Return a script for each of these cards that has none or is carried out by hand in part. Copies share
    a script.
    """
    known = library(pool)
    strange = {
        facts.original: facts for code in codes if (facts := pool.get(code)) and needs_manual_play(facts)
    }
    return {
        original: _with_effects_by_hand(known.get(original, CardScript(facts.name)), facts)
        for original, facts in strange.items()
    }


def _with_effects_by_hand(written: CardScript, facts: Facts) -> CardScript:
    return replace(written, effects=[*written.effects, *_effects(facts)])


def _effects(facts: Facts) -> Iterator[Effect]:
    """Yield the effects of a card without a script: the activation of a Spell or Trap, and one effect of an
    open card.
    """
    if facts.is_spell or facts.is_trap:
        yield _effect(facts, EffectKind.ACTIVATION, CARD, ACTIVATED, speed=spell_speed(facts))
    if facts.is_trap:
        yield _effect(
            facts,
            EffectKind.ACTIVATION,
            "by hand from hand",
            FROM_HAND,
            frozenset({"hand"}),
            spell_speed(facts),
        )
    zones = SPELL_TRAP if facts.is_spell or facts.is_trap else MONSTER if facts.is_monster else ANYWHERE
    yield _effect(facts, EffectKind.QUICK, "by hand effect", ACTIVATED, zones)


def _effect(
    facts: Facts, kind: EffectKind, key: str, text: str, zones: frozenset[str] = frozenset(), speed: int = 2
) -> Effect:  # fmt: skip
    return Effect(
        facts.name, kind, text, _body, only=_can_use, cost=COST, target=(TARGETS,), zones=zones, speed=speed,
        damage_step=DamageStepUse.AROUND, anytime=facts.is_trap and key == CARD, by_hand=True, key=key,
        words=words("from_hand_by_hand" if text == FROM_HAND else "effect_by_hand"),
    )  # fmt: skip


def _can_use(fx: Fx) -> bool:
    """Return whether a card may be used. A Spell or Trap on the Chain is not used a second time."""
    return fx.card.is_monster or not any(link.card is fx.card for link in fx.state.chain)


def _is_face_up(card: Card, fx: Fx) -> bool:
    return card.is_on_field or card.face_up


def _pay_by_hand(fx: Fx, paid: Sequence[Card]) -> Body:
    yield Instruction(pay_cost)


def _body(fx: Fx) -> Body:
    yield Instruction(resolve)


COST = Cost(lambda fx: True, None, _pay_by_hand)
TARGETS = Selection(
    ("field", "graveyard", "banished"), EITHER, _is_face_up, least=0, most=MAX_TARGETS,
    text=words("choose_targets_or_none"),
)  # fmt: skip
