"""Events and options in words: the templates of `sentences` filled from a View.

Law: plain text from plain values; no pygame, no trio, no rules. A kind without a sentence is shown in the
engine's own words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from facedown_client.model import card_catalogue
from facedown_client.model.words.sentences import (
    HAPPENINGS,
    NUMBERED,
    OTHER_TURN,
    PHASES,
    POSITIONS,
    PROMPTS,
    SAID,
    THIS_TURN,
    VERBS,
)
from facedown_client.model.words.verbs import Verb
from facedown_shared.cards.facts import Facts
from facedown_shared.manual.games import terms_of
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables import (
    PUBLIC_CLASS_INDEX,
    TABLES,
    LingeringEffect,
    Place,
    Seat,
    Side,
    View,
    VisibleCard,
    VisibleEvent,
)
from facedown_shared.text import Words, _, gettext_noop, ngettext, pgettext
from facedown_shared.text.endings import because
from facedown_shared.text.printed_words import PRINTED, printed_word
from facedown_shared.text.translated_cards import card_name

TRUST = gettext_noop(
    "The server's operator could look into its memory. Your client verifies the shuffles at the end."
)
"""Information for a player who sits down at a table (docs/reference/permissions.md)."""

Names = tuple[str, str]
YOU = "you"


def placeholder_names() -> Names:
    """Return the placeholder names of two free seats."""
    return _("Player {number}", number=1), _("Player {number}", number=2)


class PlayerNames(tuple[str, str]):
    """The two players' names for one reader. A reader at seat `you` is called "you"."""

    you: Seat = PUBLIC_CLASS_INDEX

    @classmethod
    def for_reader(cls, you: Seat, names: Names) -> PlayerNames:
        """Return the names for a reader at this seat; unchanged for a reader without a seat."""
        shown = [
            f'"{name}"' if name.casefold() == YOU else name for name in names
        ]  # so that a player named "you" is not taken for the reader
        called = cls(_("you") if seat == you else name for seat, name in enumerate(shown))
        called.you = you
        return called


ENDINGS = frozenset({"duel_won", "duel_drawn", "match_won", "match_drawn"})
"""Ids of the table's news about the end of a duel or match, whose last value is the reason."""

FACE_DOWN = gettext_noop("a face-down card")
DESTROYED = frozenset({"destroy", "battle"})
ELSEWHERE = {"graveyard": "move", "banished": "removed"}
"""Kinds of sentence for a destroyed card's move, by the destination zone; other zones have "elsewhere"."""
PILES = frozenset({"hand", "deck", "extra_deck", "graveyard", "banished"})

SET_FROM = PILES - {"hand"}
"""Piles that a line names as the origin of a Set card; the hand is not named."""
UNSEEN = frozenset({"hand", "deck", "extra_deck"})
"""Piles that only their owner plays from."""


def _with_spaces(word: str) -> str:
    """Return a word of the engine with spaces instead of underscores."""
    if word in SAID:
        return _(SAID[word])
    return printed_word(word) if word in PRINTED else _without_article(word)


@lru_cache(maxsize=256)
def _without_article(word: str) -> str:
    return word.replace("_", " ").strip()


def event_line(
    happening: VisibleEvent, view: View, names: Names, before: View | None = None, left: int | None = None
) -> str:  # fmt: skip
    """Return an event as a sentence without a full stop; "" if it deserves no line.

    `left`: the Life Points left after it, if the sentence should name them.
    """
    said = event_line_without_end(happening, view, names, before, left)
    if happening.kind == "lasting" and happening.word in CHANGES and before is not None:
        changes = _changes(happening.word, view, before)
        if not changes:  # the value is unchanged
            return ""
        said = _("{line}: {changes}", line=said, changes=_(", ").join(changes))
    return _(", ").join(part for part in (said, _lasts(happening, view)) if part)


def has_event_line(happening: VisibleEvent, view: View, before: View | None = None) -> bool:
    """Return whether `event_line` returns a text for this event, without building the text."""
    if _template(happening, view) == "" or (happening.kind == "result" and not happening.word):
        return False
    changes = happening.kind == "lasting" and happening.word in CHANGES and before is not None
    return not changes or bool(_changes(happening.word, view, before or view))


def event_line_without_end(
    happening: VisibleEvent, view: View, names: Names, before: View | None = None, left: int | None = None
) -> str:  # fmt: skip
    """Return the same sentence as `event_line`, without the end of a lingering effect."""
    words = _Words(happening, view, names, before or view, left)
    template = _template(happening, view)
    if template is None:
        return _unknown(happening, words)
    return capital(_(template).format_map(words).rstrip(":： "))


def _template(happening: VisibleEvent, view: View) -> str | None:
    """Return the template of an event's sentence: "" for an event without a line, None for an unknown
    kind.
    """
    kind = _kind(happening, view)
    found = HAPPENINGS.get(f"{kind} {happening.word}")
    return found if found is not None else HAPPENINGS.get(kind)


CHANGES: dict[str, Callable[[VisibleCard], int | None]] = {
    "attack": lambda seen: seen.attack, "set_attack": lambda seen: seen.attack,
    "base_attack": lambda seen: seen.attack, "defense": lambda seen: seen.defense,
    "set_defense": lambda seen: seen.defense, "base_defense": lambda seen: seen.defense,
}  # fmt: skip
"""Lingering effects that change a value shown on a card."""


def _changes(word: str, view: View, before: View) -> list[str]:
    """Return the change of that value: "2300 → 2800", with the card's name if there are several."""
    value = CHANGES[word]
    rows = [
        (card_words(handle, view), value(before.cards[handle]), value(seen))
        for handle, seen in view.cards.items() if handle in before.cards
    ]  # fmt: skip
    changed = [row for row in rows if None not in row and row[1] != row[2]]
    return [
        f"{was} \N{RIGHTWARDS ARROW} {now}"
        if len(changed) == 1
        else f"{name} {was} \N{RIGHTWARDS ARROW} {now}"
        for name, was, now in changed
    ]


def _lasts(happening: VisibleEvent, view: View) -> str:
    """Return the end of a lingering effect as text; "" for any other event."""
    if happening.kind != "lasting":
        return ""
    key = (happening.word, happening.seat, happening.code)
    rows = [row for row in view.lasting if (row.rule, row.seat, row.code) == key]
    return until_words(rows[-1], view) if rows else ""


def until_words(row: LingeringEffect, view: View) -> str:
    """Return until when an effect applies: "to the end of this turn"; "" if that is unknown."""
    if not row.turn:
        return ""
    if row.turn == view.turn:
        return _(THIS_TURN.get(row.phase, THIS_TURN["end"]))
    return _(OTHER_TURN.get(row.phase, OTHER_TURN["end"]), turn=row.turn)


def _is_from_other_side(happening: VisibleEvent, view: View) -> bool:
    """Return whether the other player Special Summons a monster to this side.

    Only that player can have done so for one of their Tokens, or a card from their hand, Deck or Extra Deck.
    """
    start, goal, seen = happening.start, happening.goal, view.cards.get(happening.card)
    if happening.word != "special" or goal is None or goal.seat not in (0, 1):
        return False
    if seen is not None and seen.token:
        return seen.owner == 1 - goal.seat
    return start is not None and start.seat == 1 - goal.seat and start.zone in UNSEEN


def _kind(happening: VisibleEvent, view: View) -> str:
    """Return the kind of sentence; some kinds of event have two."""
    if happening.kind == "move" and _arrives(happening, view):
        return "arrive_over" if _is_from_other_side(happening, view) else "arrive"
    if happening.kind == "move" and happening.word in DESTROYED and happening.goal is not None:
        return ELSEWHERE.get(happening.goal.zone, "elsewhere")
    if happening.kind == "set" and happening.start is not None and happening.start.zone in SET_FROM:
        return "set_from"
    if happening.kind == "arrange" and happening.amount >= view.pile(happening.seat, happening.word).count:
        return "order"
    if happening.kind == "attack" and happening.seat in (0, 1) and not any(happening.others):
        return "direct_attack"
    if happening.kind == "declared" and (happening.code or happening.word):
        return "declared_card" if happening.code else "declared_word"
    if happening.kind == "counter" and NUMBERED.fullmatch(happening.word):
        return "numbered_counter"
    return happening.kind


def _arrives(happening: VisibleEvent, view: View) -> bool:
    """Return whether a card enters the field, or changes sides there."""
    zones = TABLES[view.table].zones if view.table in TABLES else {}
    goal, start = happening.goal, happening.start
    if goal is None or goal.zone not in zones or "field" not in zones[goal.zone].tags:
        return False
    return start is None or start.zone not in zones or start.seat != goal.seat or start.zone in PILES


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def _unknown(happening: VisibleEvent, words: _Words) -> str:
    """Return a sentence for a kind without a template: its name, and all its values."""
    rows = (
        (True, _with_spaces(happening.kind)),
        (happening.word, _with_spaces(happening.word)),
        (happening.card or happening.code, words["card"]),
        (any(happening.others), words["others"]),
        (happening.amount, str(happening.amount)),
    )
    parts = [said for holds, said in rows if holds]
    who = f"{words['who']}: " if happening.seat in (0, 1) else ""
    return capital(who + ", ".join(parts))


class _Words(dict[str, str]):
    """Values for the placeholders of a template, computed on access."""

    def __init__(
        self, happening: VisibleEvent, view: View, names: Names, before: View, left: int | None = None
    ) -> None:  # fmt: skip
        super().__init__()
        self._happening, self._view, self._names = happening, view, names
        self._before, self._left = before, left

    def __missing__(self, key: str) -> str:
        return _WORDS[key](self)

    def does(self) -> Verb:
        """Return a formatter that puts the verb after the colon into the form for its subject."""
        return Verb(is_you(self._happening.seat, self._names))

    def left(self) -> str:
        if self._left is None:
            return ""
        return _(": {left} {life} left", left=self._left, life=self._life())

    def _life(self) -> str:
        return _(terms_of(self._view.table).life)

    def who(self) -> str:
        seat = self._happening.seat
        return self._names[seat] if seat in (0, 1) else _("the table")

    def whose(self) -> str:
        seat = self._happening.seat
        return possessive(seat, self._names) if seat in (0, 1) else _possessive(self.who())

    def opponent(self) -> str:
        """Return the target of a direct attack."""
        seat = self._happening.seat
        return self._names[1 - seat] if seat in (0, 1) else self.who()

    def card(self) -> str:
        happening = self._happening
        for view in (self._view, self._before):
            if happening.code and (name := name_words(happening.code, view)):
                return _quote(name)
        if handle := happening.card or happening.was:
            return self._by_handle(handle)
        return _cards(max(1, happening.amount))

    def hidden(self) -> str:
        """Return a card that is now face-down: its name for viewers who know it."""
        card = self.card()
        return _cards(1) if card == _(FACE_DOWN) else card

    def others(self) -> str:
        found = [self._by_handle(handle) for handle in self._happening.others if handle]
        return join_list(found) or _cards(1)

    def at(self) -> str:
        found = [self._by_handle(handle) for handle in self._happening.others if handle]
        return _(", targeting {cards}", cards=join_list(found)) if found else ""

    def goal(self) -> str:
        goal = self._happening.goal
        return _("to {place}", place=place_words(goal, self._view.table, self._names)) if goal else _("away")

    def start(self) -> str:
        start = self._happening.start
        return place_words(start, self._view.table, self._names) if start else _("nowhere")

    def life(self) -> str:
        amount, does, life = self._happening.amount, self.does(), self._life()
        if not amount:
            return _("{does:keeps} the same {life}", does=does, life=life)
        if amount > 0:
            return _("{does:gains} {amount} {life}", does=does, amount=amount, life=life)
        return _("{does:loses} {amount} {life}", does=does, amount=-amount, life=life)

    def points(self) -> str:
        amount, word = self._happening.amount, _with_spaces(self._happening.word)
        if not amount:
            return _("the {word} points stay as they are", word=word)
        signed = f"{amount:+d}"
        return ngettext(
            "{signed} {word} point", "{signed} {word} points", abs(amount), signed=signed, word=word
        )

    def position(self) -> str:
        seen = self._view.cards.get(self._happening.card)
        defends = seen is not None and seen.defense_position
        return pgettext("position", "Defense") if defends else pgettext("position", "Attack")

    def numbers(self) -> str:
        seen, called = self._view.cards.get(self._happening.card), terms_of(self._view.table)
        rows = ((called.attack, seen.attack), (called.defense, seen.defense)) if seen else ()
        parts = [f"{_(title)} {value}" for title, value in rows if value is not None]
        return _(", ").join(parts) or _("no numbers")

    def now(self) -> str:
        """Return the text for an effect that applies from now on and has no sentence of its own."""
        word = _with_spaces(self._happening.word)
        return _(" works from now on: {word}", word=word) if word else _(" works from now on")

    def _by_handle(self, handle: int) -> str:
        for view in (self._view, self._before):
            if handle in view.cards:
                return (
                    card_words(handle, view) if _is_hidden(handle, view) else _quote(card_words(handle, view))
                )
        return _cards(1)


def _quote(name: str) -> str:
    """Return the name of a card in a sentence."""
    return pgettext("the name of a card in a sentence", "{name}", name=name)


def _is_hidden(handle: int, view: View) -> bool:
    seen = view.cards[handle]
    return not seen.name and not name_words(seen.code, view)


def _cards(count: int) -> str:
    """Return a number of cards in words: "a card", "2 cards"."""
    return ngettext("a card", "{count} cards", count)


_WORDS: dict[str, Callable[[_Words], str]] = {
    "who": _Words.who,
    "whose": _Words.whose,
    "opponent": _Words.opponent,
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
    "word": lambda words: _with_spaces(words._happening.word),
    "phase": lambda words: phase_words(words._happening.word),
    "result": lambda words: result_words(words._happening.word, words._names),
}


def is_you(seat: Seat, names: Names) -> bool:
    """Return whether the reader sits at this seat."""
    return isinstance(names, PlayerNames) and seat in (0, 1) and seat == names.you


def card_words(handle: int, view: View) -> str:
    """Return a card's name if this viewer may read it, else its public description."""
    seen = view.cards.get(handle)
    if seen is None:
        return _cards(1)
    return seen_name(seen, view) or name_words(seen.code, view) or _(FACE_DOWN)


def seen_name(seen: VisibleCard, view: View) -> str:
    """Return a card's present name in the current language; "" if it is not known to the viewer."""
    facts = view.facts.get(seen.code)
    if facts is not None and facts.name == seen.name:
        return card_catalogue.in_own_language(facts).name
    return card_name(seen.name)


def name_words(code: int, view: View) -> str:
    """Return the name of a passcode: as sent by the server, else from our own pool; "" for none."""
    facts = facts_by_passcode(code, view)
    return facts.name if facts else ""


def facts_by_passcode(code: int, view: View | None) -> Facts | None:
    """Return the facts of a passcode: as sent with the View, else as known to this client."""
    facts = view.facts.get(code) if view is not None else None
    return card_catalogue.in_own_language(facts) if facts is not None else card_catalogue.find_facts(code)


def news_words(news: Words, view: View | None) -> str:
    """Return news of a table, with each card's name as received or known to this client."""
    return news.text(lambda code: facts_by_passcode(code, view), card_catalogue.sent_lines)


def does_words(option: Option, view: View | None) -> str:
    """Return what an option does, using the card's lines from the server; without them its text."""
    return (
        option.words.text(lambda code: facts_by_passcode(code, view), card_catalogue.sent_lines)
        or option.text
    )


def option_words(option: Option, view: View | None, names: Names) -> str:
    """Return one option of a prompt in words."""
    card = place = ""
    if view is not None:
        if option.card:
            card = card_words(option.card, view)
        elif option.code:
            card = name_words(option.code, view) or _("card {code}", code=option.code)
        if option.place:
            place = place_words(option.place, view.table, names)
    words = {
        "card": card or _cards(1),
        "place": place,
        "amount": str(option.amount),
        "phase": _("Go to the {phase}", phase=phase_words(option.text)),
        "position": _(POSITIONS.get(option.text, "")) or _with_spaces(option.text),
        "word": _with_spaces(option.text),
    }
    does = does_words(option, view)
    if option.verb == "no" and option.words:
        return does
    if option.verb in VERBS:
        text = _(VERBS[option.verb]).format_map(words).strip()
        is_included = not does or option.verb in ("phase", "position") or does.lower() in text.lower()
        return capital(text if is_included else _("{what}: {how}", what=text, how=does) if text else does)
    parts = (_with_spaces(option.verb), card, place, str(option.amount or ""), does)
    return capital(_(", ").join(part for part in parts if part))


def asked_words(prompt: Prompt, view: View | None) -> str:
    """Return a prompt's question without its source card, for places that show the card beside it."""
    text = prompt.words.text(lambda code: facts_by_passcode(code, view), card_catalogue.sent_lines)
    return (
        text if text and text != prompt.kind else _(PROMPTS.get(prompt.kind, "")) or _with_spaces(prompt.kind)
    )


def prompt_words(prompt: Prompt, view: View | None) -> str:
    """Return a prompt's question, preceded by its source card."""
    asked = asked_words(prompt, view)
    source = prompt_source(prompt, view)
    if source is None or source.name in asked:
        return asked
    return _("{what}: {how}", what=source.name, how=asked)


def prompt_source(prompt: Prompt, view: View | None) -> Facts | None:
    """Return the facts of a prompt's source card, if it names one."""
    seen = view.cards.get(prompt.card) if view is not None and prompt.card else None
    code = seen.code if seen is not None else prompt.code
    return facts_by_passcode(code, view) if code else None


def place_words(place: Place, table: str, names: Names) -> str:
    """Return a place in words: "Wren's Main Monster Zone 2", "Halvard's hand"."""
    zone = TABLES[table].zones.get(place.zone) if table in TABLES else None
    title = _(zone.title) if zone else _with_spaces(place.zone)
    if zone is not None and zone.slots is None and zone.title == "Hand":
        title = _("hand")
    if zone is not None and zone.side is Side.SHARED and zone.slots == 2 and place.slot in (0, 1):
        return _("the right {place}", place=title) if place.slot else _("the left {place}", place=title)
    if zone and zone.slots and zone.slots > 1 and place.slot >= 0:
        title = f"{title} {place.slot + 1}"
    if place.seat not in (0, 1):
        return _("the {place}", place=title)
    return _("{whose} {place}", whose=possessive(place.seat, names), place=title)


def phase_words(name: str) -> str:
    """Return a phase or step by the rulebook's name."""
    return _(PHASES.get(name, "")) or _with_spaces(name).capitalize() or _("Before the first turn")


def result_words(result: str, names: Names) -> str:
    """Return the result of a duel: "Wren wins: Halvard has no Life Points left"."""
    if not result:
        return ""
    winner, why = result.partition(" ")[0], why_words(result, names)
    if winner not in ("0", "1"):
        return _("A draw: {why}", why=why) if why else _("A draw")
    seat = int(winner)
    wins = _("{name} {does:wins}", name=names[seat], does=Verb(is_you(seat, names)))
    return capital(_("{wins}: {why}", wins=wins, why=why) if why else wins)


def why_words(result: str, names: Names) -> str:
    """Return only the reason of a result: "Halvard gave up"; "" if there is none."""
    winner, _space, reason = result.partition(" ")
    if not reason or reason == "match":
        return ""
    return _reason(reason, 1 - int(winner) if winner in ("0", "1") else 0, names)


def conceded_match_result(note: Words, names: Names) -> str:
    """Return the result of a match that a player conceded, in the form of a duel's result; "" for any other
    news of a table.
    """
    if note.id != "match_won" or len(note.values) != 2:
        return ""
    winner, why = note.values
    if not isinstance(why, Words) or not why.id.startswith("why_concede") or winner not in names:
        return ""
    return f"{names.index(str(winner))} {why.id.removeprefix('why_')}"


def is_only_result(note: Words, result: str, names: Names) -> bool:
    """Return whether news of the table only repeat the end of the duel and its reason."""
    why = why_words(result, names)
    return note.id in ENDINGS and bool(why) and str(note.values[-1]) == why


def _reason(reason: str, loser: int, names: Names) -> str:
    you = names[names.you] if isinstance(names, PlayerNames) and names.you in (0, 1) else ""
    return because(reason, names[1 - loser], names[loser], you)


def join_list(words: list[str]) -> str:
    """Join words into a list: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    comma = pgettext("between names", ", ")
    return _("{first} and {last}", first=comma.join(words[:-1]), last=words[-1])


def possessive(seat: Seat, names: Names) -> str:
    """Return the possessive of a name: "Wren's", "Rufus'", "your"."""
    return _("your") if is_you(seat, names) else _possessive(names[seat])


def _possessive(name: str) -> str:
    return _("{name}'", name=name) if name.endswith("s") else _("{name}'s", name=name)
