"""Every way the truth can change: the only writer of State and Card (law 6).

An operation changes the truth, absorbs itself into the digest, mints handles (law 3) and appends a Truth to
`state.happenings`. It asks no rule whether it may. Kinds of happenings and their words: docs/protocol.md.
"""

from server.table.ops.moving import (
    arrange,
    attach,
    create,
    exchange,
    mix,
    move,
    pick,
    place_added,
    place_removed,
    put,
    shuffle,
    turn_card,
    vanish,
)
from server.table.ops.table import (
    answer,
    battle,
    finish,
    life,
    link,
    negate_link,
    next_moment,
    phase,
    take_happenings,
    tally,
    turn,
    unlink,
    wait,
)
from server.table.ops.telling import EVERYBODY, conceal, expose, gather, note, reveal
from server.table.ops.tying import counters, equip, mark, remember, set_values, tie
from server.table.ops.writing import printed_values, snapshot, unequip, untie

__all__ = [
    "EVERYBODY",
    "answer",
    "arrange",
    "attach",
    "battle",
    "conceal",
    "counters",
    "create",
    "equip",
    "exchange",
    "expose",
    "finish",
    "gather",
    "life",
    "link",
    "mark",
    "mix",
    "move",
    "negate_link",
    "next_moment",
    "note",
    "phase",
    "pick",
    "place_added",
    "place_removed",
    "printed_values",
    "put",
    "remember",
    "reveal",
    "set_values",
    "shuffle",
    "snapshot",
    "take_happenings",
    "tally",
    "tie",
    "turn",
    "turn_card",
    "unequip",
    "unlink",
    "untie",
    "vanish",
    "wait",
]
