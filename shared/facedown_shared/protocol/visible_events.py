"""Every kind of event, and the meaning of its fields: the words that servers send and clients show.

A kind or cause not listed here is a bug of ours, which the type checker finds. They are plain words: digests,
logs and messages use them unchanged.
"""

from __future__ import annotations

from typing import Literal

EventKind = Literal[
    "turn", "phase", "draw", "move", "set", "attach", "vanish", "summoned", "summon_negated", "flip",
    "face_down", "position", "activate", "resolving", "resolved", "negate", "attack", "attack_negated",
    "battled", "life", "points", "zone", "combat", "equip", "counter", "reveal", "declare", "point",
    "search", "signal", "objection", "rewind", "shuffle", "arrange", "coin", "die", "lasting", "result",
    "declared",
]  # fmt: skip
"""The kind of an event: the words of the table below."""

Cause = Literal[
    "", "activate", "add", "attack", "attacked", "banish", "battle", "battle damage", "by hand", "clear",
    "control", "cost", "defend", "destroy", "detach", "discard", "draw", "effect", "effect damage",
    "equip", "flip_summon", "fusion", "gain", "home", "link", "material", "mill", "moving",
    "no flip", "normal", "opening", "pendulum", "pitch", "pitched", "place", "play", "position", "random",
    "resolve", "return", "ritual", "rule", "send", "set", "special", "summon", "synchro", "token",
    "tribute", "xyz",
]  # fmt: skip
"""The cause of an event, if it matters to a rule or a reader."""

KINDS: dict[EventKind, str] = {
    "turn": "turn `amount` of `seat` begins",
    "phase": "the phase `word` begins",
    "draw": "`seat` draws a card",
    "move": "a card moves from `start` to `goal`; cause: `word`",
    "set": "a card is Set face-down at `goal`",
    "attach": "a card becomes a material of `others`",
    "vanish": "a Token leaves the field",
    "summoned": "a Summon succeeded: `word` (normal, tribute, flip, special, fusion …)",
    "summon_negated": "the Summon of `others` was negated",
    "flip": "a face-down card is turned face-up",
    "face_down": "a face-up card is turned face-down",
    "position": "a monster changes its battle position",
    "activate": "Chain Link `amount`; targets: `others`",
    "resolving": "Chain Link `amount` resolves",
    "resolved": "Chain Link `amount` has resolved; `word`: what of it was negated",
    "negate": "a Chain Link's `word` (activation or effect) was negated",
    "attack": "a monster attacks `others`, or directly",
    "attack_negated": "the attack was negated",
    "battled": "damage calculation is over; `amount` monsters are to be destroyed",
    "life": "`seat`'s Life Points changed by `amount`; cause: `word`",
    "points": "`seat`'s points named `word` changed by `amount`",
    "zone": "`seat` has `amount` more zones `word`",
    "combat": "the combat chain has `amount` links; 0: closed",
    "equip": "a card is equipped to `others`",
    "counter": "a card has `amount` more counters `word`",
    "reveal": "a card is revealed",
    "declare": "`seat` plays a card or uses its effect, by hand; targets: `others`",
    "point": "a card points at `others`, by hand",
    "search": "`seat` searches its pile `word`",
    "signal": "`seat` sends the quick word `word`",
    "objection": "`seat` objects to how a card was carried out",
    "rewind": "`seat` has gone to step `amount` of the line",
    "shuffle": "`seat`'s pile `word` is shuffled",
    "arrange": "`seat` orders the top `amount` cards of its pile `word`",
    "coin": "`seat` tosses a coin: `word`",
    "die": "`seat` rolls a die: `amount`",
    "lasting": "a lingering effect begins",
    "result": 'the duel is over; `word`: the winner\'s seat or "draw", and the reason',
    "declared": "`seat` declares the card `code`, the `word`, or the `amount`",
}
