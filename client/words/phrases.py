"""What happens, and what may be picked, in words: the templates of `sentences` filled from a View.

Law: plain text from plain values; no pygame, no trio, no rules. A kind nobody wrote a sentence for is still
told, in the engine's own words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from client.data import known
from client.words.sentences import HAPPENINGS, PHASES, POSITIONS, PROMPTS, VERBS
from shared.cards.facts import Facts
from shared.endings import because
from shared.manual.games import words_of
from shared.protocol.messages import Option, Prompt
from shared.tables import TABLES
from shared.view import View, VisibleEvent
from shared.zones import PUBLIC, Place, Seat, Side

TRUST = "Whoever runs this server could look into its memory. Your client checks the shuffles at the end."
"""What somebody who sits down at a table should know (docs/security.md)."""

Names = tuple[str, str]
YOU = "you"


class Called(tuple[str, str]):
    """The two players' names as one of them hears them: who reads is called "you", and is at `you`."""

    you: Seat = PUBLIC

    @classmethod
    def at(cls, you: Seat, names: Names) -> Called:
        """These names, as read at a seat; at none they are as they are."""
        shown = [f'"{name}"' if name.casefold() == YOU else name for name in names]  # somebody's joke
        called = cls(YOU if seat == you else name for seat, name in enumerate(shown))
        called.you = you
        return called


FACE_DOWN = "a face-down card"
PILES = frozenset({"hand", "deck", "extra_deck", "graveyard", "banished"})


@lru_cache(maxsize=256)
def _spaced(word: str) -> str:
    return word.replace("_", " ").strip()


def line(
    happening: VisibleEvent, view: View, names: Names, before: View | None = None, left: int | None = None
) -> str:  # fmt: skip
    """One happening as a sentence without a full stop; "" when it is not worth a line.

    `left`: the Life Points left after it, where they are to be said.
    """
    words = _Words(happening, view, names, before or view, left)
    kind = _kind(happening, view)
    for key in (f"{kind} {happening.word}", kind):
        if key in HAPPENINGS:
            return capital(HAPPENINGS[key].format_map(words).rstrip(": "))
    return _unknown(happening, words)


def _kind(happening: VisibleEvent, view: View) -> str:
    """The kind of sentence: some kinds of happening are told in two ways."""
    if happening.kind == "move" and _arrives(happening, view):
        return "arrive"
    if happening.kind == "arrange" and happening.amount >= view.pile(happening.seat, happening.word).count:
        return "order"
    return happening.kind


def _arrives(happening: VisibleEvent, view: View) -> bool:
    """Whether a card comes onto the field from elsewhere, or changes sides there."""
    zones = TABLES[view.table].zones if view.table in TABLES else {}
    goal, start = happening.goal, happening.start
    if goal is None or goal.zone not in zones or "field" not in zones[goal.zone].tags:
        return False
    return start is None or start.zone not in zones or start.seat != goal.seat or start.zone in PILES


def capital(text: str) -> str:
    """With a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _unknown(happening: VisibleEvent, words: _Words) -> str:
    """A kind without a template: its own name, and whatever it carries."""
    rows = (
        (True, _spaced(happening.kind)),
        (happening.word, _spaced(happening.word)),
        (happening.card or happening.code, words["card"]),
        (any(happening.others), words["others"]),
        (happening.amount, str(happening.amount)),
    )
    parts = [said for holds, said in rows if holds]
    who = f"{words['who']}: " if happening.seat in (0, 1) else ""
    return capital(who + ", ".join(parts))


class _Words(dict[str, str]):
    """The words a template may ask for, made only when asked."""

    def __init__(
        self, happening: VisibleEvent, view: View, names: Names, before: View, left: int | None = None
    ) -> None:  # fmt: skip
        super().__init__()
        self._happening, self._view, self._names = happening, view, names
        self._before, self._left = before, left

    def __missing__(self, key: str) -> str:
        return _WORDS[key](self)

    def does(self) -> _Verb:
        """The verb that stands behind the colon, as it fits whoever acts."""
        return _Verb(is_you(self._happening.seat, self._names))

    def left(self) -> str:
        return "" if self._left is None else f": {self._left} {words_of(self._view.table).life} left"

    def who(self) -> str:
        seat = self._happening.seat
        return self._names[seat] if seat in (0, 1) else "the table"

    def whose(self) -> str:
        seat = self._happening.seat
        return whose(seat, self._names) if seat in (0, 1) else _possessive(self.who())

    def opponents(self) -> str:
        """What an attack is aimed at."""
        if any(self._happening.others):
            return self.others()
        seat = self._happening.seat
        return f"{self._names[1 - seat]} directly" if seat in (0, 1) else "directly"

    def card(self) -> str:
        happening = self._happening
        for view in (self._view, self._before):
            if happening.code and (name := name_words(happening.code, view)):
                return name
        if handle := happening.card or happening.was:
            return self._by_handle(handle)
        return "a card" if happening.amount <= 1 else f"{happening.amount} cards"

    def hidden(self) -> str:
        """A card that lies face-down from now on: its name for those who know it."""
        card = self.card()
        return "a card" if card == FACE_DOWN else card

    def others(self) -> str:
        found = [self._by_handle(handle) for handle in self._happening.others if handle]
        return listed(found) or "a card"

    def at(self) -> str:
        found = [self._by_handle(handle) for handle in self._happening.others if handle]
        return f", aimed at {listed(found)}" if found else ""

    def goal(self) -> str:
        goal = self._happening.goal
        return f"to {place_words(goal, self._view.table, self._names)}" if goal else "away"

    def start(self) -> str:
        start = self._happening.start
        return place_words(start, self._view.table, self._names) if start else "nowhere"

    def life(self) -> str:
        amount, verb = self._happening.amount, self.does()
        if not amount:
            return f"{verb:keeps} the same {words_of(self._view.table).life}"
        done = f"{verb:gains}" if amount > 0 else f"{verb:loses}"
        return f"{done} {abs(amount)} {words_of(self._view.table).life}"

    def points(self) -> str:
        amount = self._happening.amount
        if not amount:
            return f"the {_spaced(self._happening.word)} points stay as they are"
        return f"{amount:+d} {_spaced(self._happening.word)} point{'s' * (abs(amount) != 1)}"

    def position(self) -> str:
        seen = self._view.cards.get(self._happening.card)
        return "Defense" if seen is not None and seen.defense_position else "Attack"

    def numbers(self) -> str:
        seen, called = self._view.cards.get(self._happening.card), words_of(self._view.table)
        rows = ((called.attack, seen.attack), (called.defense, seen.defense)) if seen else ()
        return ", ".join(f"{title} {value}" for title, value in rows if value is not None) or "no numbers"

    def now(self) -> str:
        """What an effect does from now on that no sentence was written for."""
        word = _spaced(self._happening.word)
        return f" works from now on{f': {word}' if word else ''}"

    def _by_handle(self, handle: int) -> str:
        for view in (self._view, self._before):
            if handle in view.cards:
                return card_words(handle, view)
        return "a card"


_WORDS: dict[str, Callable[[_Words], str]] = {
    "who": _Words.who,
    "whose": _Words.whose,
    "opponents": _Words.opponents,
    "card": _Words.card,
    "hidden": _Words.hidden,
    "others": _Words.others,
    "at": _Words.at,
    "goal": _Words.goal,
    "start": _Words.start,
    "amount": lambda words: str(words._happening.amount),
    "signed": lambda words: f"{words._happening.amount:+d}",
    "life": _Words.life,
    "points": _Words.points,
    "size": lambda words: str(abs(words._happening.amount)),
    "position": _Words.position,
    "now": _Words.now,
    "numbers": _Words.numbers,
    "does": _Words.does,
    "left": _Words.left,
    "word": lambda words: _spaced(words._happening.word),
    "phase": lambda words: phase_words(words._happening.word),
    "result": lambda words: result_words(words._happening.word, words._names),
}


class _Verb(str):
    """Formatted with a verb in the third person, gives it as it fits: "draws", or "draw" after you."""

    def __new__(cls, you: bool) -> _Verb:
        made = super().__new__(cls)
        made.you = you
        return made

    you: bool

    def __format__(self, verb: str) -> str:
        return _second_person(verb) if self.you else verb


_IRREGULAR = {"is": "are", "has": "have"}


def _second_person(verb: str) -> str:
    """ "draws" -> "draw", "tosses" -> "toss"."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    return verb.removesuffix("es") if verb.endswith(("sses", "ches")) else verb.removesuffix("s")


def is_you(seat: Seat, names: Names) -> bool:
    """Whether this seat is that of whoever reads."""
    return isinstance(names, Called) and seat in (0, 1) and seat == names.you


def card_words(handle: int, view: View) -> str:
    """A card by its name where this viewer may read it, else by what everybody sees of it."""
    seen = view.cards.get(handle)
    if seen is None:
        return "a card"
    return seen.name or name_words(seen.code, view) or FACE_DOWN


def name_words(code: int, view: View) -> str:
    """The name of an identity: as the server told it, else from our own copy of the pool; "" for none."""
    facts = _facts(code, view)
    return facts.name if facts else ""


def _facts(code: int, view: View | None) -> Facts | None:
    return (view.facts.get(code) if view is not None else None) or known.cards().get(code)


def option_words(option: Option, view: View | None, names: Names) -> str:
    """One option of a prompt in words."""
    card = place = ""
    if view is not None:
        if option.card:
            card = card_words(option.card, view)
        elif option.code:
            card = name_words(option.code, view) or f"card {option.code}"
        if option.place:
            place = place_words(option.place, view.table, names)
    words = {
        "card": card or "a card",
        "place": place,
        "amount": str(option.amount),
        "phase": f"Go to the {phase_words(option.text)}",
        "position": POSITIONS.get(option.text, _spaced(option.text)),
    }
    if option.verb in VERBS:
        text = VERBS[option.verb].format_map(words).strip()
        told = option.verb in ("phase", "position") or option.does in text
        extra = [] if told else [option.does]
    else:
        text = _spaced(option.verb)
        extra = [part for part in (card, place, str(option.amount or ""), option.does) if part]
    return capital(", ".join([text, *extra] if text else extra))


def prompt_words(prompt: Prompt, view: View | None) -> str:
    """What a prompt asks."""
    text = prompt.words.said(lambda code: _facts(code, view))
    return text if text and text != prompt.kind else PROMPTS.get(prompt.kind, _spaced(prompt.kind))


def place_words(place: Place, table: str, names: Names) -> str:
    """A place in words: "Wren's Main Monster Zone 2", "Halvard's hand"."""
    zone = TABLES[table].zones.get(place.zone) if table in TABLES else None
    title = zone.title if zone else _spaced(place.zone)
    if zone is not None and zone.slots is None and title == "Hand":
        title = "hand"
    number = f" {place.slot + 1}" if zone and zone.slots and zone.slots > 1 and place.slot >= 0 else ""
    if zone is not None and zone.side is Side.SHARED and zone.slots == 2:
        return f"the {('left', 'right')[place.slot]} {title}" if place.slot in (0, 1) else f"the {title}"
    if place.seat not in (0, 1):
        return f"the {title}{number}"
    return f"{whose(place.seat, names)} {title}{number}"


def phase_words(name: str) -> str:
    """A phase or step by the rulebook's name."""
    return PHASES.get(name, _spaced(name).capitalize() if name else "Before the first turn")


def result_words(result: str, names: Names) -> str:
    """How it ended: "Wren wins: Halvard has no Life Points left"."""
    if not result:
        return ""
    winner, _, reason = result.partition(" ")
    if winner not in ("0", "1"):
        return f"A draw{f': {_reason(reason, 0, names)}' if reason and reason != 'match' else ''}"
    seat = int(winner)
    verb = _Verb(is_you(seat, names))
    return capital(f"{names[seat]} {verb:wins}{f': {_reason(reason, 1 - seat, names)}' if reason else ''}")


def _reason(reason: str, loser: int, names: Names) -> str:
    you = YOU if isinstance(names, Called) and names.you in (0, 1) else ""
    return because(reason, names[1 - loser], names[loser], you)


def listed(words: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return (
        words[0]
        if len(words) == 1
        else " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
    )


def whose(seat: Seat, names: Names) -> str:
    """ "Wren's", "Rufus'", "your"."""
    return "your" if is_you(seat, names) else _possessive(names[seat])


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"
