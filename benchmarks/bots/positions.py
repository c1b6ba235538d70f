"""Positions in which one play is plainly right or wrong, and whether a bot finds it.

`positions.toml` holds them as data. The bot has seat 0. In a position of its own turn it plays that turn; in
one of the opponent's turn the opponent acts as written (`lead`) and the bot responds. What the bot does is
written down as lines ("attacks Dark Magician > directly"), and the lines are compared with patterns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

import msgspec

from benchmarks.bots.duels import BotTable, Player, Tally
from facedown_server.games.duel.engine import DuelReferee, start_duel
from facedown_server.games.scenarios.words import place_of_name
from facedown_server.refereeing.referee import Act, Choice, PromptKind, SeatPrompt
from facedown_server.table import GameEvent, RandomStreams, StartingCard, StartingPosition, StartingSide
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.protocol.messages import Option
from facedown_shared.tables import FORMATS

POSITIONS = Path(__file__).with_name("positions.toml")
FILLER = "Gryphon Wing"
"""Card that fills the Decks: drawn, it changes nothing."""
FILLER_COUNT = 20
MAX_PROMPTS = 400
OWN_SEAT_INDEX, FOE_SEAT_INDEX = 0, 1


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's cards by name. `field`: "MZ1 Cyber Dragon def"; the position is atk, def or set."""

    life: int = 8000
    hand: tuple[str, ...] = ()
    field: tuple[str, ...] = ()
    graveyard: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()


class BotPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position. `must`: patterns of lines that must appear, in any order; `never`: that must not;
    `order`: that must appear in this order. `wins`: whether the bot must win by the end of the turn.
    """

    id: str
    why: str
    own: Side
    foe: Side
    format: str = "master"
    turn: Literal["own", "foe"] = "own"
    lead: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    wins: bool = False


class PositionSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file: a list of positions in TOML."""

    positions: tuple[BotPosition, ...]


def read_positions(path: Path) -> tuple[BotPosition, ...]:
    """Parse a file of positions.

    Raises msgspec.MsgspecError for an invalid file.
    """
    return msgspec.toml.decode(path.read_bytes(), type=PositionSheet).positions


def check_position(position: BotPosition, bot: Player) -> str:
    """Let a bot play a position; return its mistake, or ""."""
    lines, won = play_position(position, bot)
    for pattern in position.never:
        found = next((line for line in lines if fnmatchcase(line, pattern)), None)
        if found is not None:
            return f"it {found}"
    for pattern in position.must:
        if not any(fnmatchcase(line, pattern) for line in lines):
            return f"missing: {pattern}; it {_join(lines)}"
    rest: Iterable[str] = iter(lines)
    for pattern in position.order:
        if not any(fnmatchcase(line, pattern) for line in rest):
            return f"not in order: {pattern}; it {_join(lines)}"
    return f"it did not win; it {_join(lines)}" if position.wins and not won else ""


def _join(lines: Sequence[str]) -> str:
    return "; ".join(lines) or "did nothing"


def play_position(position: BotPosition, bot: Player) -> tuple[list[str], bool]:
    """Let a bot play a position; return what it did as lines, and whether it won."""
    run = _Run(position, bot)
    run.play()
    result = run.referee.result()
    return run.lines, result is not None and result.winner == OWN_SEAT_INDEX


class _Run:
    """One position while it is played."""

    def __init__(self, position: BotPosition, bot: Player) -> None:
        self.position, self.lines, self._lead = position, list[str](), list(position.lead)
        self.referee = DuelReferee(FORMATS[position.format], bundled_pool())
        self._table = BotTable(self.referee, (bot, bot), OWN_SEAT_INDEX, Tally())
        first = FOE_SEAT_INDEX if position.turn == "own" else OWN_SEAT_INDEX
        start = StartingPosition(
            (_side(position.own, OWN_SEAT_INDEX), _side(position.foe, FOE_SEAT_INDEX)), first
        )
        for frame in start_duel(self.referee, start, RandomStreams(bytes(32))):
            del frame

    def play(self) -> None:
        """Play up to the end of turn 2, whose player is the bot or the opponent."""
        for _ in range(MAX_PROMPTS):
            if self.referee.result() is not None or self.referee.state.turn > 2:
                return
            ask = self.referee.prompts()[0]
            is_live = self.referee.state.turn == 2
            if ask.seat == OWN_SEAT_INDEX and is_live:
                act = self._table.decide(ask)
            elif is_live:
                act = self._follow_lead(ask)
            else:
                act = _pass(ask)
            for frame in self.referee.apply(act):
                self.lines += [line for event in frame.events if is_live and (line := _line(event))]

    def _follow_lead(self, ask: SeatPrompt) -> Act:
        """Return the opponent's next act as written; a pass where nothing is."""
        if self._lead:
            verb, _, card = self._lead[0].partition(" ")
            for key, option in ask.options:
                if option.verb == verb and self._names(option, card):
                    del self._lead[0]
                    return Act(ask.seat, Choice((key,)))
        return _pass(ask)

    def _names(self, option: Option, card: str) -> bool:
        facts = self._table.view(FOE_SEAT_INDEX).known_facts(option.card) or bundled_pool().get(option.code)
        return card in ("", option.text) or (facts is not None and facts.name == card)


def _pass(ask: SeatPrompt) -> Act:
    """Return the answer of a player who does nothing."""
    if ask.kind is PromptKind.TURN:
        ends = [key for key, option in ask.options if option.verb == "phase" and option.text == "end"]
        return Act(ask.seat, Choice((ends[-1],)))
    if ask.default:
        return Act(ask.seat, Choice(ask.default))
    return Act(ask.seat, Choice(tuple(key for key, _ in ask.options[: ask.least])))


def _side(side: Side, seat: int) -> StartingSide:
    return StartingSide(
        life=side.life, hand=_codes(side.hand), deck=_codes((*side.deck, *[FILLER] * FILLER_COUNT)),
        extra_deck=_codes(side.extra), graveyard=_codes(side.graveyard),
        field=tuple(_starting_card(row, seat) for row in side.field),
    )  # fmt: skip


def _starting_card(row: str, seat: int) -> StartingCard:
    zone, _, rest = row.partition(" ")
    name, _, pos = rest.rpartition(" ")
    position = {"atk": "attack", "def": "defense", "set": "set", "up": "attack"}[pos]
    return StartingCard(place_of_name(zone, seat), _codes((name,))[0], position)


def _codes(names: Iterable[str]) -> tuple[int, ...]:
    pool = bundled_pool()
    found = [(name, pool.find_named(name)) for name in names]
    missing = [name for name, facts in found if facts is None]
    if missing:
        raise ValueError(f"no card {missing[0]!r} is known")
    return tuple(facts.code for _, facts in found if facts is not None)


def _line(event: GameEvent) -> str:
    """Return what the bot did, from an event; "" for others' acts."""
    card, name = event.card, "" if event.card is None else event.card.facts.name
    if event.kind == "attack" and event.seat == OWN_SEAT_INDEX:
        return f"attacks {name} > {event.others[0].facts.name if event.others else 'directly'}"
    if event.kind == "activate" and event.seat == OWN_SEAT_INDEX:
        aims = ", ".join(f"{_owner(one.controller)} {one.facts.name}" for one in event.others)
        return f"activates {name}{' > ' if aims else ''}{aims}"
    if event.kind == "summoned" and event.by == OWN_SEAT_INDEX:
        return f"summons {name}{' (defense)' if card is not None and card.defense_position else ''}"
    if event.kind in ("set", "position", "flip") and event.by == OWN_SEAT_INDEX and card is not None:
        return f"{_VERBS[event.kind]} {name}"
    if event.kind == "life" and event.seat == OWN_SEAT_INDEX and event.cause == "cost":
        return f"pays {-event.amount}"
    if event.kind == "move" and event.by == OWN_SEAT_INDEX and event.before is not None:
        verb = _MOVES.get(event.cause)
        return f"{verb} {_owner(event.before.controller)} {name}" if verb else ""
    return ""


def _owner(seat: int) -> str:
    return "own" if seat == OWN_SEAT_INDEX else "their"


_VERBS = {"set": "sets", "position": "turns", "flip": "turns"}
_MOVES = {"destroy": "destroys", "tribute": "Tributes", "discard": "discards", "return": "returns"}
