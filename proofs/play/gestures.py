"""Random gestures of the one random player: from the menus of a client, or as wild as hands could try.

The player who moves cards has a View and nothing else. What is tried beyond the menus may be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from facedown_server.table import RandomStreams
from facedown_shared.cards.facts import TokenPrint
from facedown_shared.manual import halves, menus
from facedown_shared.manual.games import GAMES
from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.gestures import (
    KINDS,
    CloseChain,
    DeclareAttack,
    Defend,
    EndTurn,
    Gesture,
    Pitch,
    Resolve,
    SendSignal,
    is_complete,
    make_gesture,
)
from facedown_shared.tables import SHARED_SEAT_INDEX, Place, Seat, View
from proofs.play.player import choose_one, choose_some

# --- what a client offers -----------------------------------------------------------------------------------

PLAYED = (DeclareAttack, CloseChain, Defend, EndTurn, Pitch, Resolve)
"""Gestures that a game of layers and combat consists of: by chance alone they would hardly occur together."""

WORDS = {"counter": "Spell", "life": "-100", "zone": "arsenal +1"}
"""Texts for gestures that need one."""


def random_gesture(view: View, seat: Seat, dice: RandomStreams) -> Gesture | None:
    """Return a gesture from the menus of a table moved by hand; None where the menu that was opened is
    empty.
    """
    lines = _combat_lines(view, dice) or _menu(view, seat, dice)
    return fill_line(choose_one(lines, dice, "line"), view, dice) if lines else None


def random_half_gesture(view: View, dice: RandomStreams) -> Gesture | None:
    """Return a gesture from the menus of the player who carries out a card in a duel half by hand."""
    cards = sorted(view.cards)
    if cards and dice.draw_below(5, "menu"):
        lines = halves.card_menu(view, choose_one(cards, dice, "card"))
    else:
        lines = halves.table_menu(view)
    return fill_line(choose_one(lines, dice, "line"), view, dice) if lines else None


def _combat_lines(view: View, dice: RandomStreams) -> list[MenuOffer]:
    """Return often the lines of one gesture of combat and layers, if a game has any."""
    if not any(entry.gesture is Resolve for entry in GAMES[view.table].entries) or dice.draw_below(3, "play"):
        return []
    lines = [line for card in sorted(view.cards) for line in menus.card_menu(view, card)]
    lines = [line for line in (*lines, *menus.table_menu(view)) if isinstance(line.gesture, PLAYED)]
    wanted = sorted({line.gesture.tag for line in lines})
    tag = choose_one(wanted, dice, "deed") if wanted else ""
    return [line for line in lines if line.gesture.tag == tag]


def _menu(view: View, seat: Seat, dice: RandomStreams) -> list[MenuOffer]:
    """Return a menu: of a card mostly, of a pile, of the table."""
    kind = dice.draw_below(10, "menu")
    if kind < 7:
        cards = sorted(view.cards)
        return menus.card_menu(view, choose_one(cards, dice, "card")) if cards else []
    if kind < 9:
        piled = tuple(dict.fromkeys(row.zone for row in GAMES[view.table].piles if row.zone))
        return menus.pile_menu(view, Place(seat, choose_one(piled, dice, "pile")))
    return menus.table_menu(view)


def fill_line(line: MenuOffer, view: View, dice: RandomStreams) -> Gesture:
    """Return the gesture of a line with all its blanks filled at random."""

    def some(most: int) -> tuple[int, ...]:
        if not line.cards:
            return ()
        order = dice.order(len(line.cards), "some")
        return tuple(line.cards[index] for index in order[: 1 + dice.draw_below(most, "how many")])

    fill: dict[str, Callable[[], object]] = {
        "place": lambda: (choose_one(line.places, dice, "place"),),
        "materials": lambda: some(3),
        "target": lambda: some(1),
        "bearer": lambda: some(1),
        "more": lambda: some(2),
        "amount": lambda: 1 + dice.draw_below(3, "amount"),
        "text": lambda: WORDS.get(line.gesture.tag, ""),
        "viewer": lambda: dice.draw_below(3, "viewer") - 1,
        "token": lambda: TokenPrint(choose_one(("Lamb Token", "Wolf Token"), dice, "token")),
    }
    done = line
    for need in line.needs:
        done = done.with_need(need, fill[need]())
    assert is_complete(done.gesture), f"a client would send {done.gesture}"
    return done.gesture


# --- what hands could try -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WildGestures:
    """What is tried at the tables of one game: gestures and zones, each as often as it is listed."""

    gestures: tuple[str, ...]
    zones: tuple[str, ...]
    positions: Mapping[str, tuple[str, ...]]
    """A card's possible positions, by zone."""


_OFTEN = ("move",) * 12 + ("draw",) * 3
_AT_EVERY_TABLE = (
    "attach", "point", "attack", "counter", "reveal", "reveal", "hide", "mill", "random", "shuffle", "search",
    "close", "close", "look", "arrange", "life", "phase", "turn", "coin", "die", "token", "signal",
)  # fmt: skip
_FACES = ("up", "down")
_LAID = ("shuffled", "top", "bottom")

YUGIOH = WildGestures(
    (*_OFTEN, *_AT_EVERY_TABLE, "special_summon", "position", "flip_summon", "activate", "activate",
     "control", "equip"),
    (*("monster", "spell_trap") * 3, "graveyard", "hand", "deck", "banished", "extra_deck", "field"),
    {"monster": ("attack", "defense", "set"), "extra_monster": ("attack", "defense"), "spell_trap": _FACES,
     "field": _FACES, "banished": _FACES, "deck": _LAID},
)  # fmt: skip
FLESH_AND_BLOOD = WildGestures(
    (*_OFTEN, *_AT_EVERY_TABLE, "activate", "activate", "position", "position", "resolve", "defend", "pitch",
     "pitch", "bottom", "clear", "points", "zone", "close_chain"),
    (*("arsenal", "banished", "stack") * 2, "pitch", "graveyard", "hand", "deck", "permanent", "weapon"),
    {"arsenal": _FACES, "banished": _FACES, "stack": _FACES, "permanent": _FACES, "weapon": _FACES,
     "deck": (*_LAID, "shown")},
)  # fmt: skip

_SAID: dict[str, tuple[str, tuple[str, ...]]] = {
    "shuffle": ("pile", ("deck", "hand")), "signal": ("signal", ("ok", "thinking", "wait")),
    "counter": ("counter", ("spell",)), "points": ("points", ("action +1", "resource +2")),
    "zone": ("zones", ("arsenal +1", "arsenal -1")),
}  # fmt: skip
"""The draw and the words of wild gestures that need one."""


def any_gesture(view: View, seat: Seat, dice: RandomStreams, *, half: bool = False) -> Gesture:
    """Return mostly one that a client offers, now and then one that none would. `half`: in a duel half by
    hand.
    """
    found = None
    if dice.draw_below(4, "gesture"):
        found = random_half_gesture(view, dice) if half else random_gesture(view, seat, dice)
    return found or _arbitrary_gesture(view, seat, dice)


def _arbitrary_gesture(view: View, seat: Seat, dice: RandomStreams) -> Gesture:
    wild = FLESH_AND_BLOOD if view.table == "fab" else YUGIOH
    do = choose_one(wild.gestures, dice, "among")
    cards = _arbitrary_cards(view, seat, do, dice)
    zone = choose_one(wild.zones, dice, "among") if do != "special_summon" else "monster"
    side = seat if dice.draw_below(8, "gesture") else 1 - seat
    place = Place(SHARED_SEAT_INDEX if zone in ("extra_monster", "stack", "permanent") else side, zone, -1)
    positions = wild.positions.get(
        "monster" if do == "position" else zone, _FACES if do == "position" else ("",)
    )
    placed = do in ("move", "special_summon") or dice.draw_below(3, "gesture") == 0
    phases = ("among", GAMES[view.table].phases)
    draw, words = phases if do == "phase" else _SAID.get(do, ("", ("",)))
    gesture = make_gesture(
        KINDS[do],
        cards=cards,
        places=(place,) if placed else (),
        position=choose_one(positions, dice, "among"),
        others=choose_some(
            [one for one in view.cards if one not in cards], dice.draw_below(2, "gesture"), dice
        ),
        amount=(1, 2, 3, -500 if do == "counter" else 500)[
            dice.draw_below(5 if do == "life" else 4, "gesture") % 4
        ],
        text=choose_one(words, dice, draw),
        viewer=(-1, -1, 1 - seat)[dice.draw_below(3, "gesture")],
        effect=dice.draw_below(6, "gesture") > 0,
        token=TokenPrint("Sheep Token", level=1),
    )
    return gesture if is_complete(gesture) else SendSignal("wait")


def _arbitrary_cards(view: View, seat: Seat, do: str, dice: RandomStreams) -> tuple[int, ...]:
    """Return mostly a card of one's own hand; sometimes any card one can tell apart."""
    hand = view.pile(seat, "hand").handles
    own = [handle for handle, seen in view.cards.items() if seen.controller == seat]
    among: Sequence[int] = hand
    if not hand or dice.draw_below(2, "gesture") == 0:
        among = own if dice.draw_below(6, "gesture") else tuple(view.cards)
    return choose_some(among, len(hand) if do == "reveal" and dice.draw_below(2, "gesture") == 0 else 1, dice)
