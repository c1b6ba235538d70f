"""Typed gestures: "summon Sangan m2", "move Sangan to gy", "lp -500".

Law: words and a View to a Gesture; no network, no state. The server decides what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from facedown_client.model.words.phrases import card_words
from facedown_client.terminal.vocabulary import (
    COMPANION,
    FLESH_AND_BLOOD,
    GameVocabulary,
    Picks,
    makes_gesture,
    moves_to,
)
from facedown_shared.cards.facts import TokenPrint
from facedown_shared.manual import halves
from facedown_shared.manual.games import terms_of
from facedown_shared.manual.menus import SIGNALS, MenuOffer, card_menu
from facedown_shared.protocol.gestures import (
    PARTS,
    Activate,
    Attach,
    ChangeLife,
    ChangePosition,
    ChangeStats,
    CloseDeck,
    DeclareAttack,
    DiscardAtRandom,
    Draw,
    EndTurn,
    Equip,
    FlipSummon,
    FusionSummon,
    Gesture,
    GiveControl,
    GoToPhase,
    Hide,
    LinkSummon,
    LookAtTop,
    MakeToken,
    Mill,
    Move,
    Negate,
    NormalSummon,
    PendulumSummon,
    PointAt,
    PutCounters,
    Reveal,
    RitualSummon,
    RollDice,
    SearchDeck,
    SendSignal,
    SetMonster,
    Shuffle,
    SpecialSummon,
    SynchroSummon,
    TossCoins,
    XyzSummon,
    with_fields,
)
from facedown_shared.tables import SHARED_SEAT_INDEX, TABLES, Place, Side, View
from facedown_shared.text import BadInput, Code, _, gettext_noop

HELP = (
    gettext_noop("By hand: menu CARD lists what a card can do: type a number, or pick 3 and what it needs."),
    gettext_noop(
        "summon, set, special, activate, attack, flip, control, show CARD.  banish, bury, return CARD."
    ),
    gettext_noop(
        "Add where and what with: summon Jinzo m3 with Sangan.  Zones: m1-m5, s1-s5, e1-e2, field, gy, hand,"
    ),
    gettext_noop(
        "deck, extra, banished; their m2 for the other side. A zone names its card: attack m1 on their m2."
    ),
    gettext_noop(
        "move CARD to PLACE as POSITION (attack, defense, set, up, down, scale, top, bottom, shuffled)."
    ),
    gettext_noop(
        "as POSITION CARD turns a card.  attach A to B, equip A to B, point A at B.  counter CARD NAME +1."
    ),
    gettext_noop("draw, mill, look, excavate, random with a number.  search, then close.  shuffle.  hide."),
    gettext_noop("lp -500, lp =4000, lp 8000/2.  phase main1.  end.  coin, die.  token Sheep 0 0."),
    gettext_noop("ok, thinking, no response, wait, your move: quick words."),
    gettext_noop("effect: do what was just refused, by a card's effect."),
)

STEPS_HELP = (gettext_noop("undo, redo, steps, step 12, restart, restart new: the line of steps."),)

ALONE_HELP = (
    gettext_noop("side: look from the other side, and act for it.  save NAME: keep the line as a file."),
)

HALF_HELP = (
    gettext_noop(
        "A card that is not implemented is carried out by hand: activate or apply it as the list offers, then"
    ),
    gettext_noop(
        "move cards, also the other player's, as at a free table, and type done. The other player "
        "agrees or not."
    ),
    gettext_noop("destroy, discard, negate CARD.  link 1 effect, link 1 activation negates that Chain Link."),
    gettext_noop(
        "stats CARD attack +500 changes it for the turn; stats CARD attack +500 stays.  lp their -500."
    ),
)

SHORT = {
    "m": "monster", "s": "spell_trap", "e": "extra_monster", "f": "field", "gy": "graveyard",
    "grave": "graveyard", "extra": "extra_deck", "removed": "banished",
}  # fmt: skip
POSITIONS = ("attack", "defense", "set", "up", "down", "scale", "top", "bottom", "shuffled")
COUNTED: dict[str, Callable[[int], Gesture]] = {
    "draw": Draw,
    "mill": Mill,
    "excavate": LookAtTop,
    "random": DiscardAtRandom,
    "coin": TossCoins,
    "die": RollDice,
}
PLAIN = {
    "search": SearchDeck(),
    "close": CloseDeck(),
    "shuffle": Shuffle(text="deck"),
    "hide": Hide(),
}

SPOKEN = {"fab": FLESH_AND_BLOOD, "companion": COMPANION}
"""Additional vocabularies of games, by the name of their table."""


def _because(word: str) -> Picks:
    return lambda offered: isinstance(offered.gesture, Move) and offered.gesture.text == word


def _sets(offered: MenuOffer) -> bool:
    gesture = offered.gesture
    lies_down = isinstance(gesture, Move) and gesture.position == "down"
    return isinstance(gesture, SetMonster) or (lies_down and not moves_to("banished")(offered))


VERBS: dict[str, Picks] = {
    "summon": makes_gesture(NormalSummon, FusionSummon, RitualSummon, SynchroSummon, XyzSummon, LinkSummon),
    "pendulum": makes_gesture(PendulumSummon),
    "special": makes_gesture(SpecialSummon),
    "set": _sets,
    "activate": makes_gesture(Activate),
    "flip": makes_gesture(FlipSummon),
    "attack": makes_gesture(DeclareAttack),
    "control": makes_gesture(GiveControl),
    "show": makes_gesture(Reveal),
    "equip": makes_gesture(Equip),
    "attach": makes_gesture(Attach),
    "point": makes_gesture(PointAt),
    "destroy": _because("destroy"),
    "discard": _because("discard"),
    "negate": makes_gesture(Negate),
    "banish": moves_to("banished", position="up"),
    "bury": moves_to("graveyard"),
    "return": moves_to("hand"),
    "top": moves_to("deck", position="top"),
    "bottom": moves_to("deck", position="bottom"),
}
"""Verbs of entries in a card's menu."""

WORDS = frozenset(
    {
        *VERBS, *COUNTED, *PLAIN, "move", "as", "look", "lp", "life", "phase", "counter", "token", "menu",
        "stats", "link", "end",
    }
)  # fmt: skip
"""First words of lines about cards moved by hand."""


def vocabulary_of(table: str) -> GameVocabulary:
    """Return the vocabulary that a table's game adds to the general one."""
    return SPOKEN.get(table, GameVocabulary(help=HELP))


def gesture_words(table: str) -> frozenset[str]:
    """Return the first words of gestures at this table."""
    return WORDS | {*vocabulary_of(table).verbs, *vocabulary_of(table).others}


def parse_gesture(line: str, view: View, *, alone: bool = False, half: bool = False) -> Gesture:
    """Parse a typed line as a gesture. `half`: in a duel by the rules.

    Raises BadInput if the line is no gesture.
    """
    verb, _, rest = line.strip().partition(" ")
    verb, rest, own = verb.lower(), rest.strip(), vocabulary_of(view.table)
    if verb in own.others:
        return own.others[verb](rest, view)
    if verb in COUNTED:
        return COUNTED[verb](_number(rest))
    if verb in PLAIN:
        return PLAIN[verb]
    if verb in own.verbs or verb in VERBS:
        return _parse_entry(own.verbs.get(verb) or VERBS[verb], rest, view, _menu(alone, half))
    return _OTHERS[verb](rest, view)


def signal(line: str) -> Gesture | None:
    """Return a quick word if the line is one."""
    word = "_".join(line.lower().replace(",", "").split())
    return next((SendSignal(known) for known in SIGNALS if known == word), None)


def menu_of(
    rest: str, view: View, *, alone: bool = False, half: bool = False
) -> tuple[int, list[MenuOffer]]:  # fmt: skip
    """Return the named card and the entries of its menu."""
    handle = find_card(rest, view)
    return handle, _menu(alone, half)(view, handle)


Menu = Callable[[View, int], list[MenuOffer]]


def _menu(alone: bool, half: bool) -> Menu:
    return halves.card_menu if half else partial(card_menu, alone=alone)


# --- lines of a menu ----------------------------------------------------------------------------------------


def _parse_entry(picks: Picks, rest: str, view: View, menu: Menu) -> Gesture:
    """Return the matching entry of the card's menu, filled in: "summon Jinzo m3 as attack with Sangan"."""
    rest, words = _split(rest, ("with", "on", "to", "at", "as"))
    named, place = _split_place(rest, view)
    position = words.get("as", "")
    aims = words.get("with") or words.get("on") or words.get("to") or words.get("at") or ""

    def offers(handle: int) -> list[MenuOffer]:
        return [offered for offered in menu(view, handle) if picks(offered)]

    def matching_entries(handle: int) -> list[MenuOffer]:
        return [one for one in offers(handle) if _is_match(one, position, place, bool(aims))]

    handle = find_card(
        named, view, lambda handle: 2 if matching_entries(handle) else 1 if offers(handle) else 0
    )
    found = matching_entries(handle) or offers(handle)
    if not found:
        raise BadInput(
            Code.NOT_OFFERED,
            _("{card_words}: that is not done with it there.", card_words=card_words(handle, view)),
        )
    return fill(found[0], view, place, aims, position)


def _is_match(offered: MenuOffer, position: str, place: Place | None, aimed: bool) -> bool:
    wants = bool({"materials", "target", "bearer", "more"} & set(offered.needs))
    there = place is None or not offered.places or place in offered.places
    return position in ("", offered.gesture.position) and there and wants == aimed


def fill(
    offered: MenuOffer, view: View, place: Place | None = None, aims: str = "", position: str = ""
) -> Gesture:
    """Fill in a menu entry with the typed words; without a place, use the first one."""
    among = offered.cards
    found = tuple(find_card(part, view, lambda handle: handle in among) for part in _parts(aims))
    if "place" in offered.needs or (place is not None and offered.places):
        offered = offered.with_need("place", (place or offered.places[0],))
    if found and "more" in offered.needs:
        offered = offered.with_need("more", found)
    elif found:
        offered = replace(offered, gesture=with_fields(offered.gesture, others=found))
    return with_fields(offered.gesture, position=position or offered.gesture.position)


# --- other lines --------------------------------------------------------------------------------------------


def _parse_move(rest: str, view: View) -> Gesture:
    rest, words = _split(rest, ("to", "as"))
    if "to" not in words:
        raise BadInput(Code.NOT_OFFERED, _("Say where: move CARD to PLACE."))
    places = tuple(parse_place(part, view) for part in _parts(words["to"]))
    cards = tuple(find_card(part, view) for part in _parts(rest))
    return Move(cards, places, words.get("as", ""))


def _parse_turn(rest: str, view: View) -> Gesture:
    position, __, name = rest.partition(" ")
    if position not in POSITIONS:
        raise BadInput(Code.NOT_OFFERED, _("Positions are {positions}.", positions=", ".join(POSITIONS)))
    return ChangePosition((find_card(name, view),), position)


def _life(rest: str, view: View) -> Gesture:
    whose, _, number = rest.partition(" ")
    if whose.lower() == "their":
        return ChangeLife(number, 1 - view.viewer)
    return ChangeLife(rest)


def _stats(rest: str, view: View) -> Gesture:
    found = re.fullmatch(r"(.+?)\s+(attack|defense|level)\s+(\S+)( stays)?", rest)
    if not found:
        raise BadInput(
            Code.NOT_OFFERED, _("Write: stats CARD attack +500, and stays at the end if it lasts.")
        )
    name, what, number, stays = found.groups()
    return ChangeStats((find_card(name, view),), f"{what} {number}", "stays" if stays else "")


def _link(rest: str, view: View) -> Gesture:
    number, __, word = rest.partition(" ")
    for part in PARTS:
        if word in ("", part):
            return Negate((), _number(number), part)
    raise BadInput(Code.NOT_OFFERED, _("Write: link 1 effect, or link 1 activation."))


def _counter(rest: str, view: View) -> Gesture:
    found = re.fullmatch(r"(.+?)\s+(\S+)\s+([+-]?\d{1,3})", rest)
    if not found:
        raise BadInput(Code.NOT_OFFERED, _("Write: counter CARD NAME +1."))
    name, word, amount = found.groups()
    return PutCounters((find_card(name, view),), word, int(amount))


def _token(rest: str, view: View) -> Gesture:
    found = re.fullmatch(r"(.+?)(?:\s+(\d{1,5}))?(?:\s+(\d{1,5}))?", rest)
    if not found:
        asked = [
            _(title).upper() for field, title in terms_of(view.table).token if field in ("attack", "defense")
        ]
        raise BadInput(Code.NOT_OFFERED, _("Write: {words}.", words=" ".join(["token", _("NAME"), *asked])))
    name, attack, defense = found.groups()
    return MakeToken(TokenPrint(name[:24], int(attack or 0), int(defense or 0)))


_OTHERS: dict[str, Callable[[str, View], Gesture]] = {
    "move": _parse_move, "as": _parse_turn, "lp": _life, "life": _life, "counter": _counter, "token": _token,
    "stats": _stats, "link": _link,
    "look": lambda rest, view: LookAtTop(_number(rest), viewer=view.viewer),
    "phase": lambda rest, view: GoToPhase(rest.lower().replace(" ", "")),
    "end": lambda rest, view: EndTurn(tuple(find_card(part,
    view) for part in _parts(rest.removeprefix("with ")))),
}  # fmt: skip


# --- names and places ---------------------------------------------------------------------------------------


def find_card(name: str, view: View, suits: Callable[[int], int] = lambda handle: 0) -> int:
    """Return the handle of a card named by its zone ("m2", "their s1") or by a part of its name.

    Candidates are ranked: first by `suits`, in the hand before other zones; then own cards; the whole name,
    its start, the start of a word, its middle; cards in the hand and on the field before others.

    Raises BadInput if no card matches, or cards of several names match equally well.
    """
    place = _parse_place(name, view)
    if place is not None and place.slot >= 0:
        pile = view.pile(place.seat, place.zone).handles
        if handle := pile[place.slot] if place.slot < len(pile) else 0:
            return handle
        raise BadInput(Code.NOT_OFFERED, _("No card lies in {name}.", name=name))
    wanted, __, where = (part.strip() for part in name.casefold().partition("@"))
    found = [
        handle
        for handle in view.cards
        if wanted and wanted in card_words(handle, view).casefold() and _is_in(handle, where, view)
    ]
    if not found:
        raise BadInput(Code.NOT_OFFERED, _('You see no card called "{name}".', name=name))
    most = max(map(suits, found))
    ranks = {handle: _rank(handle, wanted, view, bool(most)) for handle in found if suits(handle) == most}
    best = min(ranks.values())
    first = [handle for handle, rank in ranks.items() if rank == best]
    titles = sorted({card_words(handle, view) for handle in first})
    if len(titles) > 1:
        which = _(" or ").join(titles[:4])
        raise BadInput(
            Code.NOT_OFFERED, _('"{name}" may be {which}; type more of its name.', name=name, which=which)
        )
    return min(first)


def _rank(handle: int, wanted: str, view: View, hand_first: bool) -> tuple[int, ...]:
    """Return the rank of a card for the typed words; lower is better."""
    seen, place = view.cards[handle], view.place_of(handle)
    zone = TABLES[view.table].zones.get(place.zone) if place else None
    held = place is not None and place.zone == "hand"
    near = held or (zone is not None and zone.slots is not None)
    return (
        seen.controller != view.viewer, _part(wanted, card_words(handle, view).casefold()),
        hand_first and not held, not near, place is not None and place.zone == "deck",
    )  # fmt: skip


def _part(wanted: str, name: str) -> int:
    """Return the part of a name that was typed: all of it, its start, the start of a word, or a middle
    part.
    """
    if name == wanted:
        return 0
    if name.startswith(wanted):
        return 1
    return 2 if re.search(rf"\b{re.escape(wanted)}", name) else 3


def _is_in(handle: int, where: str, view: View) -> bool:
    place = view.place_of(handle)
    zone = SHORT.get(where, vocabulary_of(view.table).places.get(where, where))
    return not zone or (place is not None and place.zone == zone)


def parse_place(words: str, view: View) -> Place:
    """Return the place for "m2", "their gy", "field".

    Raises BadInput if there is no such place.
    """
    place = _parse_place(words, view)
    if place is None:
        raise BadInput(
            Code.NOT_OFFERED,
            _('There is no place "{words}"; write m1, s3, e1, field, gy, hand …', words=words),
        )
    return place


def _parse_place(words: str, view: View) -> Place | None:
    found = re.fullmatch(r"(?:(their|my)\s+)?([a-z_ ]+?)\s*([1-9])?", words.strip().casefold())
    if not found:
        return None
    whose, name, number = found.groups()
    name = vocabulary_of(view.table).places.get(name, name)
    zone_name = SHORT.get(name, name.replace(" ", "_"))
    zone = TABLES[view.table].zones.get(zone_name) if view.table in TABLES else None
    if zone is None:
        return None
    seat = 1 - view.viewer if whose == "their" else view.viewer
    slot = 0 if zone.slots == 1 else int(number) - 1 if number and zone.slots else -1
    return Place(SHARED_SEAT_INDEX if zone.side is Side.SHARED else seat, zone_name, slot)


def _split_place(rest: str, view: View) -> tuple[str, Place | None]:
    """Split "Jinzo m3" into a card and a place; "m3" alone is a card."""
    words = rest.split()
    for size in (2, 1):
        if len(words) > size and (place := _parse_place(" ".join(words[-size:]), view)) is not None:
            return " ".join(words[:-size]), place
    return rest, None


def _split(rest: str, words: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """Return the text before the first of these words, and the text after each of them."""
    parts = re.split(rf"(?:^|\s+)({'|'.join(words)})\s+", rest)
    return parts[0].strip(), dict(zip(parts[1::2], map(str.strip, parts[2::2]), strict=True))


def _parts(text: str) -> Iterator[str]:
    return (part.strip() for part in text.split(",") if part.strip())


def _number(text: str) -> int:
    if text and not (text.isascii() and text.isdecimal() and int(text)):
        raise BadInput(Code.NOT_OFFERED, _('"{words}" is no number.', words=text))
    return min(int(text or 1), 99)
