"""The scripts of a pool: imports every card file once and adds what follows from a card's kind alone.

A changed program can run a log again as long as its digests match; `fingerprint` says beforehand whether the
reachable cards have changed.
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
from facedown_server.games.duel.core import Body, CardScript, Effect, EffectKind, Fx, Test
from facedown_server.games.duel.core.effect import FastPlaces
from facedown_server.games.duel.scripting import registry
from facedown_server.games.duel.scripting.extra_deck import ExtraDeckMaterials
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.decks import needs_script
from facedown_shared.text.words import words


@cache
def written() -> Mapping[str, CardScript]:
    """Return every script, by card name (GAP-38)."""
    for module in sorted(found.name for found in pkgutil.iter_modules(cards.__path__)):
        importlib.import_module(f"{cards.__name__}.{module}")
    return registry.SCRIPTS


def scripted(pool: Pool) -> frozenset[int]:
    """Return passcodes that play by rules: scripted, or without an effect of their own."""
    names = written()
    return frozenset(facts.code for facts in pool if facts.name in names or has_no_effect(facts))


def has_no_effect(facts: Facts) -> bool:
    """Return whether a card plays by its kind alone: a Normal Monster, a Token, an Extra Deck monster without
    "effect".
    """
    summoned_by_its_own_kind = facts.belongs_in_extra_deck or "ritual" in facts.kinds
    return facts.is_monster and "effect" not in facts.kinds and not summoned_by_its_own_kind


def goes_by_hand(facts: Facts) -> bool:
    """Return whether a card has an effect that neither a script nor its kind defines."""
    return facts.name not in written() and (needs_script(facts) or not has_no_effect(facts))


_libraries: WeakKeyDictionary[Pool, Mapping[int, CardScript]] = WeakKeyDictionary()


def library(pool: Pool) -> Mapping[int, CardScript]:
    """Return the scripts of a pool by passcode, cached as long as the pool exists."""
    if pool not in _libraries:
        below = library(pool.below) if pool.below is not None else {}
        _libraries[pool] = {**below, **_complete(pool.own.values())}
    return _libraries[pool]


_places: WeakKeyDictionary[Pool, FastPlaces] = WeakKeyDictionary()


def fast_places(pool: Pool) -> FastPlaces:
    """Return where a pool's library has fast effects, as far as a duel has computed it."""
    return _places.setdefault(pool, FastPlaces(library(pool)))


def _complete(cards: Iterable[Facts]) -> Mapping[int, CardScript]:
    """Complete each script; text printed on other cards only describes them (CLS-CARD-13)."""
    names = written()
    return {
        facts.code: _completed(facts, names.get(facts.name) or CardScript(facts.name))
        for facts in cards if facts.name in names or facts.is_a("pendulum")
    }  # fmt: skip


def _completed(facts: Facts, script: CardScript) -> CardScript:
    """Return a script with Spell Speeds by kind, the Summon by its materials, the Pendulum Scale."""
    speed = spell_speed(facts)
    effects = [effect if effect.speed else replace(effect, speed=speed) for effect in script.effects]
    if facts.is_a("pendulum"):
        effects.append(_scale(facts.name, script.scale_only))
    ways = list(script.procedures)
    if isinstance(script.materials, ExtraDeckMaterials):
        ways.append(script.materials.procedure())
    return replace(script, effects=effects, procedures=ways)


def spell_speed(facts: Facts) -> int:
    """Return the Spell Speed of a kind (GAP-12, CLS-SPEED-03 to 06): Counter Trap 3; Quick-Play Spells and
    other Traps 2; other Spells 1.
    """
    return 3 if facts.is_a("counter") else 2 if facts.is_trap or facts.is_a("quickplay") else 1


def _scale(name: str, only: Test | None) -> Effect:
    """Return the activation of a Pendulum Monster as a scale, which is a Spell's (GAP-31)."""
    text = "Place this card in a Pendulum Zone as a Pendulum Scale."  # as digests have it
    return Effect(
        name,
        EffectKind.ACTIVATION,
        text,
        _nothing,
        only=only,
        zones=frozenset({"hand"}),
        speed=1,
        key="scale",
        words=words("activate_as_scale"),
    )


def _nothing(fx: Fx) -> Body:
    yield from ()


# --- what a stored duel depends on --------------------------------------------------------------------------


def fingerprint(setup: Setup, pool: Pool) -> str:
    """Return 32 hex digits over the facts and the card files of every card in both decks, except Tokens."""
    seal = hashlib.blake2b(digest_size=16)
    codes = sorted({code for deck in setup.decks for code in (*deck.main, *deck.extra, *deck.side)})
    known = pool.joined(setup.brought)
    for code in codes:
        facts = known.get(code)
        if facts is not None:
            seal.update(msgspec.json.encode(facts))
            seal.update(_files().get(facts.name, b""))
    return seal.hexdigest()


@cache
def _files() -> Mapping[str, bytes]:
    """Return the text of every card file that names a card, by the card's name."""
    found: dict[str, bytes] = {}
    for module in sorted(each.name for each in pkgutil.iter_modules(cards.__path__)):
        text = pkgutil.get_data(cards.__name__, f"{module}.py") or b""
        for name in written():
            if f'"{name}"'.encode() in text:
                found[name] = found.get(name, b"") + text
    return found
