"""Every way the truth can change: the only writer of State and Card (law 6).

An operation changes the truth, absorbs itself into the digest, mints handles (law 3) and appends a Truth to
`state.happenings`. It asks no rule whether it may. Kinds of happenings and their words: docs/protocol.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from server.table import sight
from server.table.state import MATERIAL, NOWHERE, Before, Card, ChainLink, Handles, State, Truth
from shared.cards import Facts
from shared.view import Waiting
from shared.zones import SHARED, Place, Seat, Side

EVERYBODY = 0b111
PUBLIC_BIT = 0b100


# --- the beginning ------------------------------------------------------------------------------------------


def create(state: State, facts: Facts, owner: Seat, *, token: bool = False) -> Card:
    """A new physical card, nowhere yet."""
    card = Card(len(state.cards), facts, owner, token=token)
    state.cards.append(card)
    _absorb(state, "create", card.id, facts.code, owner)
    printed_values(card)
    return card


def put(state: State, card: Card, place: Place, *, face_up: bool = False) -> None:
    """Lay a card down before the duel begins: no happening, no mover."""
    pile = state.piles[(place.seat, place.zone)]
    card.controller = place.seat if place.seat != SHARED else card.owner
    if state.table.zones[place.zone].slots is None:
        pile.append(card)
        place = place._replace(slot=-1)
    else:
        pile[place.slot] = card
    card.place, card.face_up = place, face_up
    _mint(state, card, (0, 0, 0))
    _absorb(state, "put", card.id, *place, face_up)


def tally(state: State, name: str, value: int) -> None:
    """Set a named number everybody sees."""
    state.tallies[name] = value
    _absorb(state, "tally", name, value)


# --- cards from place to place ------------------------------------------------------------------------------


def move(
    state: State, card: Card, goal: Place, *, face_up: bool = True, defense_position: bool = False,
    cause: str = "", by: Seat = SHARED, source: Card | None = None, controller: Seat | None = None,
    bottom: bool = False, kind: str = "move", word: str = "",
) -> Truth:  # fmt: skip
    """Move a card to a place; the caller has settled where it really ends up (`moves.destination`).

    Leaving the field ends what tied it to other cards: counters, equips, targets. A card that changes
    from one zone of the field to another keeps them (GAP-50).
    """
    before, readers, was = snapshot(card), sight.readers(state, card), card.handles
    tellable = sight.tellable(state, card)
    stays = before.on_field and goal.zone in sight.FIELD
    _take(state, card)
    card.face_up, card.defense_position, card.revealed = face_up, defense_position, 0
    card.controller = _controller_at(card, goal, controller)
    _lay(state, card, goal, bottom)
    if not stays:
        _forget(state, card)
    _mint(state, card, was if not _cut(before.place, goal) else (0, 0, 0), tellable)
    return _tell(
        state, kind, card, before, was, readers, start=before.place, goal=goal._replace(slot=card.place.slot),
        cause=cause, by=by, source=source, word=word, seat=card.controller,
    )  # fmt: skip


def exchange(state: State, one: Card, other: Card, *, by: Seat = SHARED, source: Card | None = None) -> None:
    """Two cards on the field change places and sides at once."""
    homes = {one: other.place, other: one.place}
    seats = {one: other.controller, other: one.controller}
    befores = [(card, snapshot(card), sight.readers(state, card)) for card in (one, other)]
    for card in (one, other):
        _take(state, card)
    for card, before, readers in befores:
        card.controller = seats[card]
        _lay(state, card, homes[card], False)
        _tell(
            state, "move", card, before, card.handles, readers, start=before.place, goal=card.place,
            cause="control", by=by, source=source, seat=card.controller,
        )  # fmt: skip


def attach(state: State, card: Card, bearer: Card, *, by: Seat = SHARED) -> Truth:
    """Make a card a material beneath another; everybody may look (GAP-V2). It counts as off the field."""
    before, readers, was = snapshot(card), sight.readers(state, card), card.handles
    tellable = sight.tellable(state, card)
    _take(state, card)
    card.face_up, card.defense_position, card.bearer = True, False, bearer
    card.place, card.controller = Place(bearer.controller, MATERIAL), card.owner
    bearer.materials.append(card)
    _forget(state, card)
    _mint(state, card, was, tellable)
    return _tell(
        state, "attach", card, before, was, readers, start=before.place, goal=bearer.place, by=by,
        seat=bearer.controller, others=(bearer,),
    )  # fmt: skip


def vanish(
    state: State, card: Card, *, cause: str = "", by: Seat = SHARED, source: Card | None = None
) -> Truth:
    """A Token leaves the field: it is gone (YGO-TOK-11)."""
    before, readers, was = snapshot(card), sight.readers(state, card), card.handles
    _take(state, card)
    card.place = NOWHERE
    _forget(state, card)
    card.handles = (0, 0, 0)
    return _tell(
        state, "vanish", card, before, was, readers, start=before.place, cause=cause, by=by, source=source,
        seat=before.controller,
    )  # fmt: skip


def turn_card(
    state: State, card: Card, *, face_up: bool, defense_position: bool, cause: str, by: Seat = SHARED,
    source: Card | None = None,
) -> Truth:  # fmt: skip
    """Change face or position where the card lies. Turned face-down it loses its counters (YGO-CTR-03)."""
    before, readers, was = snapshot(card), sight.readers(state, card), card.handles
    turned_down = card.face_up and not face_up
    card.face_up, card.defense_position = face_up, defense_position
    if turned_down:
        card.counters, card.memory, card.negated, card.revealed = {}, {}, False, 0
    kind = "position" if before.face_up == face_up else ("flip" if face_up else "face_down")
    return _tell(
        state, kind, card, before, was, readers, start=card.place, goal=card.place, cause=cause, by=by,
        source=source, seat=card.controller,
    )  # fmt: skip


def shuffle(state: State, seat: Seat, zone: str, order: Sequence[int]) -> None:
    """Put a pile into a new order (indices of the old one); nobody can follow a card through it (VIS-L05)."""
    pile = state.piles[(seat, zone)]
    pile[:] = [pile[index] for index in order]
    _absorb(state, "shuffle", seat, zone, *order)
    for card in pile:
        card.incarnation += 1
        _mint(state, card, (0, 0, 0))
    note(state, "shuffle", seat=seat, word=zone)


def arrange(state: State, seat: Seat, zone: str, cards: Sequence[Card]) -> None:
    """Put these cards, already in the pile, on its top in this order (first is topmost)."""
    pile = state.piles[(seat, zone)]
    rest = [card for card in pile if card not in cards]
    pile[:] = [*cards, *rest]
    _absorb(state, "arrange", seat, zone, *[card.id for card in cards])


# --- what is shown ------------------------------------------------------------------------------------------


def reveal(state: State, cards: Iterable[Card], classes: int = EVERYBODY, *, by: Seat = SHARED) -> None:
    """Let viewer classes (bits) read these cards until `conceal`."""
    for card in cards:
        was = card.handles
        tellable = sight.tellable(state, card)
        card.revealed |= classes
        _mint(state, card, was, tellable)
        _tell(
            state, "reveal", card, snapshot(card), was, sight.readers(state, card), start=card.place, by=by,
            seat=card.controller,
        )  # fmt: skip


def conceal(state: State, cards: Iterable[Card]) -> None:
    """End a reveal: from here on nobody can match these cards with what was shown (VIS-L11)."""
    for card in cards:
        tellable = sight.tellable(state, card)
        was = card.handles
        card.revealed = 0
        _mint(state, card, was, tellable)
        _absorb(state, "conceal", card.id)


def note(
    state: State, kind: str, *, seat: Seat = SHARED, card: Card | None = None, amount: int = 0, word: str = "",
    others: tuple[Card, ...] = (), by: Seat = SHARED, source: Card | None = None, cause: str = "",
    place: Place | None = None,
) -> Truth:  # fmt: skip
    """Something worth telling that moves nothing: an attack, a coin, a phase, a Summon that succeeded."""
    _absorb(state, kind, seat, amount, word, *[other.id for other in others])
    if card is None:
        told = Truth(
            kind, seat, amount=amount, word=word, others=others, marks=_marks(others), by=by, source=source,
            cause=cause, goal=place, moment=state.moment,
        )  # fmt: skip
        state.happenings.append(told)
        return told
    return _tell(
        state, kind, card, snapshot(card), card.handles, sight.readers(state, card), seat=seat, amount=amount,
        word=word, others=others, by=by, source=source, cause=cause, goal=place,
    )  # fmt: skip


# --- ties, counters, values ---------------------------------------------------------------------------------


def equip(state: State, card: Card, monster: Card) -> None:
    """Tie an Equip Card to a monster."""
    unequip(state, card)
    card.equipped_to = monster
    monster.equips.append(card)
    note(state, "equip", seat=card.controller, card=card, others=(monster,))


def unequip(state: State, card: Card) -> None:
    """Untie an Equip Card; it stays where it lies."""
    if card.equipped_to is not None:
        card.equipped_to.equips.remove(card)
        card.equipped_to = None
        _absorb(state, "unequip", card.id)


def tie(state: State, card: Card, target: Card) -> None:
    """Let a card keep pointing at another ("when this leaves the field, destroy that monster")."""
    card.targets.append(target)
    target.targeted_by.append(card)
    _absorb(state, "tie", card.id, target.id)


def untie(state: State, card: Card) -> None:
    """Let go of everything a card points at."""
    for target in card.targets:
        target.targeted_by.remove(card)
    card.targets = []
    _absorb(state, "untie", card.id)


def counters(state: State, card: Card, name: str, change: int) -> None:
    """Add or remove counters of a name; never below none."""
    amount = max(0, card.counters.get(name, 0) + change)
    card.counters = {**card.counters, name: amount}
    if not amount:
        del card.counters[name]
    note(state, "counter", seat=card.controller, card=card, amount=change, word=name)


def remember(state: State, card: Card, key: str, value: Any) -> None:
    """Note something on this incarnation of a card."""
    card.memory = {**card.memory, key: value}
    _absorb(state, "remember", card.id, key)


def mark(state: State, card: Card, **history: Any) -> None:
    """Write what rules must remember of a card: arrived, set_turn, moved_turn, attacks, summoned, proper."""
    for name, value in history.items():
        setattr(card, name, value)
    _absorb(state, "mark", card.id, *history.items())


def printed_values(card: Card) -> None:
    """Set a card's current values to the printed ones."""
    facts = card.facts
    card.attack, card.defense, card.level, card.rank = facts.attack, facts.defense, facts.level, facts.rank
    card.attribute, card.race, card.kinds, card.negated = facts.attribute, facts.race, facts.kinds, False


def set_values(state: State, card: Card, values: dict[str, Any]) -> None:
    """Write current values: attack, defense, level, rank, attribute, race, kinds, negated."""
    for name, value in values.items():
        setattr(card, name, value)
    _absorb(state, "values", card.id, *values.items())


# --- players, turn, chain -----------------------------------------------------------------------------------


def life(
    state: State, seat: Seat, change: int, *, cause: str, by: Seat = SHARED, source: Card | None = None
) -> None:
    """Change Life Points; never below 0 (GAP-16)."""
    value = max(0, state.life(seat) + change)
    tally(state, f"{seat}:life", value)
    note(state, "life", seat=seat, amount=change, cause=cause, by=by, source=source, word=cause)


def turn(state: State, seat: Seat) -> None:
    """The next turn begins."""
    state.turn, state.turn_player = state.turn + 1, seat
    note(state, "turn", seat=seat, amount=state.turn)


def phase(state: State, name: str) -> None:
    """The phase (or step) changes."""
    state.phase = name
    note(state, "phase", seat=state.turn_player, word=name)


def link(state: State, chain_link: ChainLink) -> None:
    """Add a Chain Link."""
    state.chain = [*state.chain, chain_link]
    note(
        state, "activate", seat=chain_link.seat, card=chain_link.card, amount=len(state.chain),
        word=chain_link.text, others=chain_link.targets, by=chain_link.seat, place=chain_link.place,
    )  # fmt: skip


def unlink(state: State) -> None:
    """The last Chain Link is done."""
    chain_link = state.chain[-1]
    note(
        state, "resolved", seat=chain_link.seat, card=chain_link.card, amount=len(state.chain),
        word=chain_link.negated,
    )  # fmt: skip
    state.chain = state.chain[:-1]


def negate_link(state: State, chain_link: ChainLink, word: str, by: Seat) -> None:
    """Mark a Chain Link as negated: `word` is "activation" or "effect"."""
    chain_link.negated = word
    note(state, "negate", seat=by, card=chain_link.card, word=word, by=by)


def battle(state: State, pair: tuple[Card, Card | None] | None) -> None:
    """Who attacks whom, for everybody to see; None: the battle is over."""
    state.battle = pair
    _absorb(state, "battle", *[card.id for card in pair or () if card])


def wait(state: State, waiting: tuple[Waiting, ...]) -> None:
    """Who is being asked, and of what public kind."""
    state.waiting = waiting
    _absorb(state, "wait", *[(row.seat, row.kind) for row in waiting])


def finish(state: State, result: str) -> None:
    """The duel is over."""
    state.result, state.waiting = result, ()
    note(state, "result", word=result)


def next_moment(state: State) -> None:
    """What happens from here on is no longer simultaneous with what came before (GAP-15)."""
    state.moment += 1


def take_happenings(state: State) -> tuple[Truth, ...]:
    """Everything since the last frame; the list starts anew."""
    told, state.happenings = tuple(state.happenings), []
    return told


# --- helpers ------------------------------------------------------------------------------------------------


def snapshot(card: Card) -> Before:
    """What the card is right now, kept for those who ask later."""
    return Before(
        card.place, card.controller, card.face_up, card.defense_position, card.attack, card.defense, card.level,
        card.race, card.attribute, card.kinds, card.negated, card.summoned, card.equipped_to, tuple(card.equips),
        tuple(card.counters.items()), card.incarnation,
    )  # fmt: skip


def _take(state: State, card: Card) -> None:
    if card.bearer is not None:
        card.bearer.materials.remove(card)
        card.bearer = None
    elif card.place != NOWHERE:
        pile = state.piles[(card.place.seat, card.place.zone)]
        if state.table.zones[card.place.zone].slots is None:
            pile.remove(card)
        else:
            pile[card.place.slot] = None


def _lay(state: State, card: Card, goal: Place, bottom: bool) -> None:
    zone = state.table.zones[goal.zone]
    pile = state.piles[(SHARED if zone.side is Side.SHARED else goal.seat, goal.zone)]
    if zone.slots is not None:
        if pile[goal.slot] is not None:
            raise RuntimeError(f"{goal} already holds {pile[goal.slot]!r}")
        pile[goal.slot] = card
    elif goal.zone == "deck" and not bottom:
        pile.insert(0, card)
    else:
        pile.append(card)
    card.place = goal if zone.slots is not None else goal._replace(slot=-1)
    _absorb(state, "move", card.id, *goal, card.face_up, card.defense_position, card.controller)


def _controller_at(card: Card, goal: Place, controller: Seat | None) -> Seat:
    if controller is not None:
        return controller
    return card.controller if goal.seat == SHARED else goal.seat


def _forget(state: State, card: Card) -> None:
    """The card begins a new life: ties, counters, marks and values of the old one end."""
    unequip(state, card)
    for equipped in list(card.equips):
        unequip(state, equipped)
    untie(state, card)
    for source in list(card.targeted_by):
        source.targets.remove(card)
    card.targeted_by = []
    card.counters, card.memory, card.attacks, card.summoned = {}, {}, 0, ""
    card.arrived = card.set_turn = card.moved_turn = -1
    card.incarnation += 1
    printed_values(card)


def _cut(start: Place, goal: Place) -> bool:
    """Whether nobody, the owner included, may link a card across this passage: into or out of a Deck."""
    return "deck" in (start.zone, goal.zone)


def _mint(state: State, card: Card, was: Handles, tellable: tuple[bool, bool, bool] | None = None) -> None:
    """Settle the card's handles: kept where a class could follow it, new where it could not (law 3)."""
    now = sight.tellable(state, card)
    handles = []
    for index in range(3):
        handle = was[index] if tellable is None or tellable[index] else 0
        if now[index] and not handle:
            state.minted[index] += 1
            handle = state.minted[index]
        handles.append(handle if now[index] else 0)
    card.handles = (handles[0], handles[1], handles[2])


def _marks(cards: tuple[Card, ...]) -> tuple[Handles, ...]:
    return tuple(card.handles for card in cards)


def _tell(
    state: State, kind: str, card: Card, before: Before, was: Handles, readers: int, *, start: Place | None = None,
    goal: Place | None = None, cause: str = "", by: Seat = SHARED, source: Card | None = None, seat: Seat = SHARED,
    amount: int = 0, word: str = "", others: tuple[Card, ...] = (),
) -> Truth:  # fmt: skip
    _absorb(state, kind, card.id)
    readers |= sight.readers(state, card)
    for index in range(3):
        if readers >> index & 1:
            state.known[index].setdefault(card.code, card.facts)
    told = Truth(
        kind, seat, card, before, was, card.handles, card.code, readers, start, goal, cause, by, source, amount,
        word or cause, others, _marks(others), state.moment, card.incarnation,
    )  # fmt: skip
    state.happenings.append(told)
    return told


def _absorb(state: State, *words: object) -> None:
    state.serial += 1
    state.hash.update(repr(words).encode())
