"""When a player gets a response prompt: the kinds of windows, and those in which the mode `smart` prompts.

The table is data, the only one: the server decides by it, the window marks phases by it, the docs print it.
What a window is about follows from public facts alone.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from facedown_shared.tables import SeatOrNone

MODES = ("always", "smart", "able", "never")
"""Prompt modes. `always`: in every window in which public facts allow a response. `smart`: when able, and
WINDOWS says so or the text of a usable card names the window (by EDOPro's core: where that counts an optional
trigger, or an effect whose hint timing fits). `able`: whenever a response is possible. `never`: in no window.
"""

MODE = rf"^({'|'.join(MODES)})\Z"
"""The pattern of a mode."""

DEFAULT = "smart"

What = Literal[
    "activation", "summon", "attack", "damage_step", "draw_phase", "standby_phase", "before_battle",
    "main_phase_ends", "battle_begins", "battle_ends", "end_phase", "chain_resolved", "act",
]  # fmt: skip
"""What a response window is about."""


class About(msgspec.Struct, frozen=True, array_like=True):
    """What a response window is about, and whose that is: the player who activated, Summoned or attacked,
    else the turn player. It follows from public facts.
    """

    what: str
    seat: SeatOrNone


class WindowKind(NamedTuple):
    """A kind of response window. `own`, `other`: whether `smart` prompts in a player's own, and in the
    opponent's.
    """

    what: What
    own: bool
    other: bool
    phase: str
    """The phase in which it always opens, "" if it can open in any."""
    meaning: str


WINDOWS = (
    WindowKind("activation", False, True, "", "The last Chain Link"),
    WindowKind("summon", False, True, "", "A Summon: declared or made"),
    WindowKind("attack", False, True, "battle", "An attack, or its new target"),
    WindowKind("damage_step", True, True, "battle", "A part of the Damage Step"),
    WindowKind("draw_phase", False, False, "draw", "The Draw Phase"),
    WindowKind("standby_phase", False, False, "standby", "The Standby Phase"),
    WindowKind("before_battle", False, True, "main1", "Before the Battle Phase"),
    WindowKind("main_phase_ends", False, False, "", "A Main Phase ends, and the turn"),
    WindowKind("battle_begins", False, False, "battle", "The Battle Phase begins"),
    WindowKind("battle_ends", False, False, "battle", "The Battle Phase ends"),
    WindowKind("end_phase", False, True, "end", "The End Phase"),
    WindowKind("chain_resolved", False, False, "", "A Chain has resolved (Main or Battle Phase)"),
    WindowKind("act", False, False, "", "A Set, a change of position"),
)

_ASKING = {(row.what, own) for row in WINDOWS for own in (True, False) if (row.own if own else row.other)}


def prompted_phases(mode: str, *, own: bool) -> frozenset[str]:
    """Return the phases in which this mode has windows of their own, in a player's own turn or the
    opponent's.

    It says when the mode would prompt, whether or not the player will be able to respond.
    """
    if mode == "never":
        return frozenset()
    if mode != "smart":
        return frozenset({"draw", "standby", "main1", "battle", "main2", "end"})
    return frozenset(row.phase for row in WINDOWS if row.phase and (row.what, own) in _ASKING)


def is_smart_prompt(about: About | None, seat: int) -> bool:
    """Return whether `smart` prompts this seat in such a window; true if the subject of the window is
    unknown.
    """
    return about is None or (about.what, about.seat == seat) in _ASKING
