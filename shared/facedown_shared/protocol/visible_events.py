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
    "turn": "a turn begins: `seat` whose, `amount` its number",
    "phase": "a phase begins: `word` which",
    "draw": "`seat` draws a card",
    "move": "a card goes from `start` to `goal`; `word` is the cause",
    "set": "a card is Set face-down at `goal`",
    "attach": "a card becomes material beneath `others`",
    "vanish": "a Token leaves the field and is gone",
    "summoned": "a Summon succeeded; `word` is its kind (normal, tribute, flip, special, fusion …)",
    "summon_negated": "the Summon of `others` was negated",
    "flip": "a face-down card is turned face-up",
    "face_down": "a face-up card is turned face-down",
    "position": "a monster changes its battle position",
    "activate": "Chain Link `amount` is put on the chain; `others` are its targets",
    "resolving": "Chain Link `amount` begins to resolve",
    "resolved": "Chain Link `amount` is done; `word` says what of it was negated, if anything",
    "negate": "a Chain Link's activation or effect (`word`) was negated",
    "attack": "a monster attacks `others`, or directly",
    "attack_negated": "the attack was negated",
    "battled": "damage calculation is over; `amount` monsters were marked as destroyed",
    "life": "`seat`'s Life Points changed by `amount`; `word` is the cause",
    "points": "`seat`'s points named `word` changed by `amount`",
    "zone": "`seat` has one zone `word` more, or one less, by `amount`",
    "combat": "the combat chain has `amount` links now, none when it is closed",
    "equip": "a card is equipped to `others`",
    "counter": "`amount` counters named `word` were put on a card, or taken off it",
    "reveal": "a card is shown",
    "declare": "`seat` plays a card or says that it uses its effect, by hand; `others` are its targets",
    "point": "a card points at `others`, by hand; at none: it lets go",
    "search": "`seat` looks through its pile `word`; it is shuffled afterwards",
    "signal": "`seat` says the quick word `word`",
    "objection": "`seat` says that a card was not carried out as it should be",
    "rewind": "`seat` has taken the table to step `amount` of its line",
    "shuffle": "`seat`'s pile `word` is shuffled",
    "arrange": "`amount` cards of `seat`'s pile `word` are put on its top in a chosen order",
    "coin": "`seat` tosses a coin: `word`",
    "die": "`seat` rolls a die: `amount`",
    "lasting": "an effect holds for a while from now on",
    "result": 'the duel is over: `word` is the winner\'s seat or "draw", and the reason',
    "declared": "`seat` declares the name of the card `code`; else `word`, printed on cards; else `amount`",
}
