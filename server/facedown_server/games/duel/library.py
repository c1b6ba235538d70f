"""Scripts of the cards in a pool.

Imports every card file once and adds the effects that follow from a card's kind alone. A new version of the
program can rerun a log as long as the digests match; `fingerprint` tells beforehand whether the cards
concerned have changed.
"""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from weakref import WeakKeyDictionary

import msgspec

from facedown_server.games.duel import cards
from facedown_server.games.duel.core import Body, CardScript, Effect, EffectKind, FastPlaces, Fx, Test
from facedown_server.games.duel.scripting import registry
from facedown_server.games.duel.scripting.extra_deck import ExtraDeckMaterials
from facedown_server.table import Setup
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.decks import needs_script
from facedown_shared.text import words


@cache
def card_scripts() -> Mapping[str, CardScript]:
    """Return all scripts of card files, by card name (GAP-38)."""
    for module in sorted(found.name for found in pkgutil.iter_modules(cards.__path__)):
        importlib.import_module(f"{cards.__name__}.{module}")
    return registry.SCRIPTS


def playable_codes(pool: Pool) -> frozenset[int]:
    """Return the passcodes of cards that the rules can play: cards that have a script or need none."""
    names = card_scripts()
    return frozenset(facts.code for facts in pool if facts.name in names or has_no_effect(facts))


def has_no_effect(facts: Facts) -> bool:
    """Return whether a card needs no script because its kind alone defines it.

    True for Normal Monsters, Tokens and other monsters without an effect, except Ritual and Extra Deck
    monsters.
    """
    summoned_by_its_own_kind = facts.belongs_in_extra_deck or "ritual" in facts.kinds
    return facts.is_monster and "effect" not in facts.kinds and not summoned_by_its_own_kind


def needs_manual_play(facts: Facts) -> bool:
    """Return whether players must carry out a card's effect by hand, because no script or kind defines it."""
    return facts.name not in card_scripts() and (needs_script(facts) or not has_no_effect(facts))


_libraries: WeakKeyDictionary[Pool, Mapping[int, CardScript]] = WeakKeyDictionary()


def library(pool: Pool) -> Mapping[int, CardScript]:
    """Return the scripts of a pool by passcode, cached while the pool exists."""
    if pool not in _libraries:
        below = library(pool.below) if pool.below is not None else {}
        _libraries[pool] = {**below, **complete_scripts(pool.own.values())}
    return _libraries[pool]


_places: WeakKeyDictionary[Pool, FastPlaces] = WeakKeyDictionary()


def fast_places(pool: Pool) -> FastPlaces:
    """Return the cached places of fast effects in a pool's library. Duels fill the cache as they need it."""
    return _places.setdefault(pool, FastPlaces(library(pool)))


def complete_scripts(cards: Iterable[Facts]) -> Mapping[int, CardScript]:
    """Return completed scripts by passcode; text printed on other cards only describes them (CLS-CARD-13)."""
    names = card_scripts()
    return {
        facts.code: _complete_script(facts, names.get(facts.name) or CardScript(facts.name))
        for facts in cards if facts.name in names or facts.is_a("pendulum")
    }  # fmt: skip


def _complete_script(facts: Facts, script: CardScript) -> CardScript:
    """Return a script with Spell Speeds, the Summon by its materials and the Pendulum Scale filled in."""
    speed = spell_speed(facts)
    effects = [effect if effect.speed else replace(effect, speed=speed) for effect in script.effects]
    if facts.is_a("pendulum"):
        effects.append(_scale(facts.name, script.scale_only))
    ways = list(script.procedures)
    if isinstance(script.materials, ExtraDeckMaterials):
        ways.append(script.materials.procedure())
    return replace(script, effects=effects, procedures=ways)


def spell_speed(facts: Facts) -> int:
    """Return a card's Spell Speed: Counter Traps 3, Quick-Play Spells and other Traps 2, other cards 1.

    GAP-12, CLS-SPEED-03 to 06.
    """
    return 3 if facts.is_a("counter") else 2 if facts.is_trap or facts.is_a("quickplay") else 1


def _scale(name: str, only: Test | None) -> Effect:
    """Return the effect that activates a Pendulum Monster as a Spell in a Pendulum Zone (GAP-31)."""
    text = "Place this card in a Pendulum Zone as a Pendulum Scale."  # digests contain this text
    return Effect(
        name,
        EffectKind.ACTIVATION,
        text,
        _do_nothing,
        only=only,
        zones=frozenset({"hand"}),
        speed=1,
        key="scale",
        words=words("activate_as_scale"),
    )


def _do_nothing(fx: Fx) -> Body:
    yield from ()


# --- fingerprint of a stored duel ---------------------------------------------------------------------------


def fingerprint(setup: Setup, pool: Pool) -> str:
    """Return a digest (32 hex digits) of the facts and card files of all cards in both decks, except
    Tokens.
    """
    seal = hashlib.blake2b(digest_size=16)
    codes = sorted({code for deck in setup.decks for code in (*deck.main, *deck.extra, *deck.side)})
    known = pool.joined_with(setup.provided_facts)
    for code in codes:
        facts = known.get(code)
        if facts is not None:
            seal.update(msgspec.json.encode(facts))
            seal.update(_files().get(facts.name, b""))
    return seal.hexdigest()


@cache
def _files() -> Mapping[str, bytes]:
    """Return the contents of the card files that name a card, by card name."""
    found: dict[str, bytes] = {}
    for module in sorted(each.name for each in pkgutil.iter_modules(cards.__path__)):
        text = pkgutil.get_data(cards.__name__, f"{module}.py") or b""
        for name in card_scripts():
            if f'"{name}"'.encode() in text:
                found[name] = found.get(name, b"") + text
    return found
