"""The helper verbs of tests: set a board up by names, act, answer, and query what is where.

    game = Game(Cards(hand=["Pot of Greed"]), Cards(monsters=["Sangan"]))
    game.do("activate", "Pot of Greed")
    assert game.count("hand") == 3

Seat 0 acts in its Main Phase 1 of turn 2 (seat 1 has ended turn 1) unless the game defines otherwise. What no
verb answers is passed, declined or, if it is forced, answered with the first option.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from facedown_server.games.duel.engine import DuelReferee, start_duel
from facedown_server.refereeing.referee import Act, Back, Choice, Conceded, Frame, PromptKind, SeatPrompt
from facedown_server.table import sight
from facedown_server.table.random_streams import FixedStreams, RandomStreams
from facedown_server.table.starting_position import StartingCard, StartingPosition, StartingSide
from facedown_server.table.state import Card, GameEvent
from facedown_shared.cards.facts import Pool, bundled_pool
from facedown_shared.protocol.messages import Option
from facedown_shared.tables.formats import FORMATS, Format
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place
from facedown_shared.text.errors import Illegal
from facedown_shared.text.words import words

FILLER = "Mystical Elf"
"""The cards of a Deck beneath those a test names: a Normal Monster that does nothing."""

Named = str | tuple[str, ...]


@dataclass(frozen=True)
class Cards:
    """One side of a board, by names. A field entry is a name, or "name:set", "name:defense", or None to leave
    a zone empty; `deck` is top first and has ten fillers beneath."""

    hand: Sequence[str] = ()
    deck: Sequence[str] = ()
    extra: Sequence[str] = ()
    extra_face_up: Sequence[str] = ()
    graveyard: Sequence[str] = ()
    banished: Sequence[str] = ()
    monsters: Sequence[str | None] = ()
    spells: Sequence[str | None] = ()
    field_spell: str | None = None
    extra_monster: str | None = None
    life: int = 8000
    fillers: int = 10


class Game:
    """A duel from a laid-out board, driven by names."""

    def __init__(
        self, you: Cards | None = None, them: Cards | None = None, *, rules: str = "master", first: int = 1,
        streams: RandomStreams | None = None, skip_first_turn: bool = True, pool: Pool | None = None,
    ) -> None:  # fmt: skip
        self.pool = pool or bundled_pool()
        self.referee = self.make(FORMATS[rules])
        self.duel = self.referee.duel
        self.told: list[GameEvent] = []
        sides = (_side(you or Cards(), 0, self.pool), _side(them or Cards(), 1, self.pool))
        self._take(start_duel(self.referee, StartingPosition(sides, first), streams or FixedStreams()))
        if skip_first_turn:
            self.to_turn(2)
            self.to_open()

    def make(self, rules: Format) -> DuelReferee:
        """Return the duel that is played."""
        return DuelReferee(rules, self.pool)

    # --- prompts --------------------------------------------------------------------------------------------

    @property
    def ask(self) -> SeatPrompt:
        """Return the open prompt."""
        return self.referee.prompts()[0]

    @property
    def over(self) -> str:
        """Return how the duel ended ("0 lp"), or "" while it runs."""
        return str(self.referee.result() or "")

    def offered(self, verb: str = "", card: str = "") -> list[tuple[str, Option]]:
        """Return the offered options of this verb, about this card."""
        return [
            (key, option) for key, option in self.ask.options
            if (not verb or option.verb == verb) and (not card or self.name_of(key, option) == card)
        ]  # fmt: skip

    def can(self, verb: str, card: str = "") -> bool:
        """Return whether the open prompt offers this."""
        return bool(self.offered(verb, card))

    def name_of(self, key: str, option: Option) -> str:
        """Return the name of an option's card; its word or place otherwise."""
        parts = key.split(":")
        if parts[0] in _ABOUT_CARDS and len(parts) > 1:
            return self.duel.state.cards[int(parts[1])].name
        if parts[0] == "copy":
            return self.pool[int(parts[1])].name
        return option.text or str(option.amount or option.place or "")

    # --- acting ---------------------------------------------------------------------------------------------

    def do(self, verb: str, card: str = "", *choices: str, zone: str = "", effect: int = 0) -> Self:
        """Pick an option of the open TURN prompt, then answer what follows with `choices` by name, in order.

        Raises Illegal when it is not offered. Windows of both players are passed afterwards.
        """
        self._pick(self._found(verb, card)[effect])
        self._answer_until_calm(list(choices), zone)
        return self

    def respond(self, card: str, *choices: str, seat: int = 1) -> Self:
        """At the first window of this seat that offers it, activate this card, or raise Illegal."""
        while self.over or not (self.ask.seat == seat and self.can("activate", card)):
            if self.over or self.ask.kind is PromptKind.TURN:
                raise Illegal(words("plain", f"{card} was never offered."))
            self._default()
        self._pick(self._found("activate", card)[0])
        self._answer_choices(list(choices), "")
        return self

    def begin_act(self, verb: str, card: str = "", *choices: str, zone: str = "", effect: int = 0) -> Self:
        """Like `do`, but stop at the first window: the next verb may be `respond`."""
        self._pick(self._found(verb, card)[effect])
        self._answer_choices(list(choices), zone)
        return self

    def choose(self, *names: str) -> Self:
        """Answer the open choice with these names (cards, words, numbers)."""
        self._pick(*self._keys(list(names)))
        return self

    def answer_question(self, yes: bool) -> Self:
        """Answer a yes/no question."""
        self._pick("yes" if yes else "no")
        return self

    def back(self) -> Self:
        """Take the last choice back."""
        return self._act(Act(self.ask.seat, Back()))

    def concede(self, seat: int) -> Self:
        """Concede."""
        return self._act(Act(seat, Conceded()))

    def calm(self) -> Self:
        """Pass every window until the turn player is asked again (or something must be chosen).

        The order in which cards go to the Graveyard is left as it is.
        """
        while not self.over and (self.ask.kind is PromptKind.RESPONSE or self.can("order")):
            self._default()
        return self

    def to_open(self) -> Self:
        """Pass and answer by default until the turn player's open state."""
        while not self.over and self.ask.kind is not PromptKind.TURN:
            self._default()
        return self

    def to_turn(self, number: int) -> Self:
        """End turns until this one begins."""
        while not self.over and self.duel.state.turn < number:
            self._default()
        return self

    def phase(self, goal: str) -> Self:
        """Go to "battle", "main2" or "end" and pass what opens."""
        self._pick(f"phase:{goal}")
        return self.calm()

    def end_turn(self) -> Self:
        """End this turn and advance to the other player's open state."""
        return self.to_turn(self.duel.state.turn + 1).to_open()

    def attack(self, attacker: str, target: str = "") -> Self:
        """Attack in the Battle Phase (entered if need be) and pass every window."""
        self.declare_attack(attacker, target)
        return self.calm()

    def declare_attack(self, attacker: str, target: str = "") -> Self:
        """Declare an attack and stop at the first window."""
        if self.duel.state.phase != "battle":
            self.phase("battle")
        self._pick(self._found("attack", attacker)[0])
        if (
            self.ask.kind is PromptKind.CHOICE
            and not self.over
            and self.can("attack" if target else "direct")
        ):
            self._pick(self._found("attack" if target else "direct", target)[0])
        return self

    # --- looking --------------------------------------------------------------------------------------------

    def card(self, name: str, seat: int | None = None) -> Card:
        """Return the first card of this name (of this owner), field first."""
        found = [c for c in self.duel.state.cards if c.name == name and (seat is None or c.owner == seat)]
        assert found, f"no {name} in this duel"
        return min(found, key=lambda card: not card.is_on_field)

    def names(self, where: str, seat: int = 0) -> list[str]:
        """Return names of a seat's cards by their place ("hand", "graveyard", "monster", "spell_trap" …)."""
        return [card.name for card in self.duel.cards_at(where, seat)]

    def count(self, where: str, seat: int = 0) -> int:
        """Return how many cards are there."""
        return len(self.duel.cards_at(where, seat))

    def life(self, seat: int = 0) -> int:
        """Return the Life Points."""
        return self.duel.state.life(seat)

    def view(self, viewer: int) -> View:
        """Return the View of a class right now."""
        return sight.view(self.duel.state, viewer)

    def happened(self, kind: str) -> list[GameEvent]:
        """Return all events of this kind so far."""
        return [told for told in self.told if told.kind == kind]

    # --- within ---------------------------------------------------------------------------------------------

    def _found(self, verb: str, card: str) -> list[str]:
        keys = [key for key, _ in self.offered(verb, card)]
        if not keys:
            said = [f"{option.verb} {self.name_of(key, option)}" for key, option in self.ask.options]
            said = [f"{verb} {card} is not offered to seat {self.ask.seat}; offered:", *said]
            raise Illegal(words("plain", " ".join(said)))
        return keys

    def _answer_until_calm(self, names: list[str], zone: str) -> None:
        while not self.over and self.ask.kind is not PromptKind.TURN:
            if self.ask.kind is PromptKind.RESPONSE and not self.ask.back:
                self._pick("pass")
            else:
                self._answer_one(names, zone)
        assert not names, f"never asked about {names}"

    def _answer_choices(self, names: list[str], zone: str) -> None:
        while not self.over and self._is_choosing():
            self._answer_one(names, zone)
        assert not names, f"never asked about {names}"

    def _is_choosing(self) -> bool:
        return self.ask.kind is not PromptKind.RESPONSE and (
            self.ask.back or self.ask.kind in (PromptKind.CHOICE, PromptKind.TRIGGER)
        )

    def _answer_one(self, names: list[str], zone: str) -> None:
        verbs = {option.verb for _, option in self.ask.options}
        if verbs == {"zone"}:
            wanted = [key for key, option in self.ask.options if str(option.place) == zone]
            self._pick((wanted or [self.ask.options[0][0]])[0])
        elif names and (keys := self._keys(names[: self.ask.most], strict=False)):
            del names[: len(keys)]
            self._pick(*keys)
        else:
            self._default()

    def _keys(self, names: Sequence[str], *, strict: bool = True) -> list[str]:
        keys: list[str] = []
        for name in names:
            fitting = [
                key for key, option in self.ask.options
                if key not in keys and name in (self.name_of(key, option), option.verb, option.text, key)
            ]  # fmt: skip
            if fitting:
                keys.append(fitting[0])
            elif strict:
                offered = [key for key, _ in self.ask.options]
                raise Illegal(words("plain", f"{name} is not among the options {offered}"))
            else:
                break
        return keys

    def _default(self) -> None:
        ask = self.ask
        self._pick(*(ask.default or tuple(key for key, _ in ask.options[: ask.least])))

    def _pick(self, *keys: str) -> Self:
        return self._act(Act(self.ask.seat, Choice(keys)))

    def _act(self, act: Act) -> Self:
        self.referee.check(act)
        self._take(self.referee.apply(act))
        self._pass_what_cannot_be_used()
        return self

    def _pass_what_cannot_be_used(self) -> None:
        """As a room does: pass a trigger prompt with nothing in it, without asking a player."""
        while self.referee.prompts() and self.ask.kind is PromptKind.TRIGGER and not self.ask.can_choose:
            self._take(self.referee.apply(Act(self.ask.seat, Choice(self.ask.default))))

    def _take(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            self.told.extend(frame.events)


_ABOUT_CARDS = frozenset(
    {
        "card",
        "activate",
        "apply",
        "due",
        "summon",
        "set",
        "special",
        "flip_summon",
        "change_position",
        "attack",
        "trigger",
    }
)


def _side(cards: Cards, seat: int, pool: Pool) -> StartingSide:
    monsters = _standing(cards.monsters, seat, "monster", pool)
    field = [*monsters, *_standing(cards.spells, seat, "spell_trap", pool)]
    if cards.field_spell:
        field += _standing([cards.field_spell], seat, "field", pool)
    if cards.extra_monster:
        name, position = _entry(cards.extra_monster)
        field.append(
            StartingCard(Place(SHARED_SEAT_INDEX, "extra_monster", seat), code(name, pool), position)
        )
    deck = [*cards.deck, *[FILLER] * cards.fillers]
    return StartingSide(
        life=cards.life, hand=_codes(cards.hand, pool), deck=_codes(deck, pool),
        extra_deck=_codes(cards.extra, pool), extra_face_up=_codes(cards.extra_face_up, pool),
        graveyard=_codes(cards.graveyard, pool), banished=_codes(cards.banished, pool), field=tuple(field),
    )  # fmt: skip


def _standing(names: Sequence[str | None], seat: int, zone: str, pool: Pool) -> list[StartingCard]:
    rows = []
    for slot, entry in enumerate(names):
        if entry is not None:
            name, position = _entry(entry)
            rows.append(StartingCard(Place(seat, zone, slot), code(name, pool), position))
    return rows


def _entry(entry: str) -> tuple[str, str]:
    """Return a name and its position; a name may hold a colon of its own."""
    name, _, position = entry.rpartition(":")
    return (name, position) if position in ("attack", "defense", "set") else (entry, "attack")


def _codes(names: Sequence[str], pool: Pool) -> tuple[int, ...]:
    return tuple(code(name, pool) for name in names)


def code(name: str, pool: Pool | None = None) -> int:
    """Return the passcode of a card by its name."""
    facts = (pool or bundled_pool()).find_named(name)
    assert facts is not None, f"no card is called {name}"
    return facts.code
