"""`prove rules`, from boards in the middle of a game: short duels that lean to activating and chaining.

Where the duels of `duels.py` see every card played from its deck, these see cards meet: dense fields, Set
cards, full Graveyards, lopsided Life Points, the same for the same seed. A board is one that a duel could
reach: face-up cards stand alone (no Equip Cards, no ties to another card), Link Monsters are in Extra Monster
Zones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from facedown_server.games.duel.core import CardScript
from facedown_server.games.duel.engine import start_duel
from facedown_server.games.duel.library import library
from facedown_server.refereeing.referee import Act, Choice, Frame, SeatPrompt
from facedown_server.table import RandomStreams, StartingCard, StartingPosition, StartingSide
from facedown_shared.cards.facts import Facts, Pool, bundled_pool
from facedown_shared.decks.decks import is_allowed
from facedown_shared.tables import FORMATS, SHARED_SEAT_INDEX, TABLES, Place, Seat
from proofs import invariants
from proofs.rules.duel_checker import JudgedDuel, RulesFigures, play_checked
from proofs.rules.laws import Laws, WatchedReferee

MAX_PROMPTS, MAX_TURNS = 160, 5
"""After so many prompts or in this turn a duel is abandoned: the board is mostly used up."""

FORMAT_OF = ("master", "master", "classic", "master", "GOAT", "master", "MR1", "MR3", "master", "MR4")
"""The format of a numbered board: today's mostly, and every older one."""

WEIGHTS = {
    "activate": 60, "yes": 40, "special_summon": 40, "flip_summon": 40, "summon": 40, "pendulum_summon": 40,
    "attack": 30, "direct": 30, "set": 10, "phase": 6, "change_position": 6,
}  # fmt: skip
PLAIN_BOARDS_PERCENT = 20


def play_numbered_board(number: int, seed: int) -> RulesFigures:
    """Play one short duel from a random board."""
    return play_checked(f"board {number}", lambda figures: _BoardDuel(number, seed, figures).run())


class _BoardDuel(JudgedDuel):
    """One board being played under the laws."""

    def __init__(self, number: int, seed: int, figures: RulesFigures) -> None:
        pool, scripts = bundled_pool(), library(bundled_pool())
        name = FORMAT_OF[number % len(FORMAT_OF)]
        secret = f"board:{seed}:{number}".encode().ljust(32, b".")
        referee = WatchedReferee(FORMATS[name], pool, scripts)
        super().__init__(referee, secret, figures)
        self.laws = Laws(referee)
        self.board = random_position(pool, name, scripts, RandomStreams(secret + b"board"))

    def run(self) -> None:
        """Play to its end, or until something is wrong, or the board is used up."""
        self.play(start_duel(self.referee, self.board, self.fate), MAX_PROMPTS)

    def is_left(self) -> bool:
        """Return whether it is at its end, or late and not in the middle of a declaration."""
        return super().is_left() or (self.duel.state.turn >= MAX_TURNS and not self.referee.prompts()[0].back)

    def check(self) -> None:
        """Check every law."""
        self.laws.check()

    def weights(self, ask: SeatPrompt) -> Sequence[int]:
        """Return weights by the kind of action."""
        return [
            PLAIN_BOARDS_PERCENT
            if (option.verb, option.text) == ("phase", "battle")
            else WEIGHTS.get(option.verb, PLAIN_BOARDS_PERCENT)
            for _, option in ask.options
        ]

    def record_answer(self, act: Act) -> None:
        """Record whether the prompt was passed."""
        self.laws.record_answer(act.body == Choice(("pass",)))

    def take(self, frames: Iterable[Frame]) -> None:
        """Check the invariants, and pass the events to the laws."""
        for frame in frames:
            invariants.check(self.duel.state)
            for event in frame.events:
                self.laws.handle(event)


# --- Random positions ---------------------------------------------------------------------------------------


LIFE = (100, 800, 1000, 2000, 4000, 8000)
THEME_CARDS = 24
"""How many different cards one board is made of: few enough that they meet."""
SLOTS_COUNT = 5


def random_position(
    pool: Pool, format_name: str, scripts: Mapping[int, CardScript], dice: RandomStreams
) -> StartingPosition:
    """Return a position of this format, before turn 1's Draw Phase."""
    rules = FORMATS[format_name]
    usable = [facts for facts in pool if is_allowed(facts, rules) and not facts.is_a("token")]
    theme = _draw_cards(
        [facts for facts in usable for _ in range(_weight(scripts.get(facts.code)))], THEME_CARDS, dice
    )
    has_links = "extra_monster" in TABLES[rules.table].zones
    sides = [_random_side(seat, theme, scripts, has_links, dice) for seat in (0, 1)]
    return StartingPosition((sides[0], sides[1]), dice.draw_below(2, "first"))


def _weight(script: CardScript | None) -> int:
    """Return the weight of a card: those that interfere with others are drawn more often than a monster
    without effects.
    """
    if script is None or not (script.effects or script.continuous or script.procedures):
        return 1
    return 4 if script.continuous or any(effect.speed > 1 for effect in script.effects) else 3


def _random_side(
    seat: Seat,
    theme: Sequence[Facts],
    scripts: Mapping[int, CardScript],
    has_links: bool,
    dice: RandomStreams,
) -> StartingSide:
    main = [facts for facts in theme if not facts.belongs_in_extra_deck]
    extra = [facts.code for facts in theme if facts.belongs_in_extra_deck]
    codes = [facts.code for facts in main]
    return StartingSide(
        life=LIFE[dice.draw_below(len(LIFE), "life")],
        hand=_choose_cards(codes, 5, dice),
        deck=_choose_cards(codes, 12, dice, least=4),
        extra_deck=_choose_cards(extra, 5, dice),
        graveyard=_choose_cards(codes, 6, dice),
        banished=_choose_cards(codes, 2, dice),
        field=(
            *_monsters(seat, theme, has_links, dice),
            *_spells_and_traps(seat, main, scripts, dice),
        ),
    )


def _monsters(seat: Seat, theme: Sequence[Facts], has_links: bool, dice: RandomStreams) -> list[StartingCard]:
    monsters = [facts for facts in theme if facts.is_monster and not facts.is_a("link")]
    links = [facts for facts in theme if facts.is_a("link")]
    row = [
        StartingCard(Place(seat, "monster", slot), facts.code, _position(facts, dice))
        for slot in _slots(dice)
        for facts in _draw_cards(monsters, 1, dice)
    ]
    if has_links and links and dice.draw_below(2, "link"):
        place = Place(SHARED_SEAT_INDEX, "extra_monster", seat)
        row.append(StartingCard(place, _draw_cards(links, 1, dice)[0].code, "attack", controller=seat))
    return row


def _position(facts: Facts, dice: RandomStreams) -> str:
    if facts.belongs_in_extra_deck or facts.is_a("special_summon_only") or facts.is_a("ritual"):
        return ("attack", "defense")[dice.draw_below(2, "position")]
    return ("attack", "attack", "defense", "set")[dice.draw_below(4, "position")]


def _spells_and_traps(
    seat: Seat, main: Sequence[Facts], scripts: Mapping[int, CardScript], dice: RandomStreams
) -> list[StartingCard]:
    cards = [facts for facts in main if facts.is_spell or facts.is_trap]
    fields = [facts for facts in cards if facts.is_a("field")]
    others = [facts for facts in cards if not facts.is_a("field")]
    row = [
        StartingCard(Place(seat, "spell_trap", slot), facts.code, _face(facts, scripts.get(facts.code), dice))
        for slot in _slots(dice)
        for facts in _draw_cards(others, 1, dice)
    ]
    if fields and dice.draw_below(3, "field") == 0:
        face = ("attack", "set")[dice.draw_below(2, "face")]
        row.append(StartingCard(Place(seat, "field", 0), _draw_cards(fields, 1, dice)[0].code, face))
    return row


def _face(facts: Facts, script: CardScript | None, dice: RandomStreams) -> str:
    """Return the position: face-up only for cards that stay on the field by themselves."""
    alone = script is not None and not script.leaves and not script.tied_destroyed
    up = facts.is_a("continuous") and alone and dice.draw_below(2, "face")
    return "attack" if up else "set"


def _slots(dice: RandomStreams) -> Sequence[int]:
    return dice.order(SLOTS_COUNT, "slots")[: dice.draw_below(SLOTS_COUNT + 1, "stand")]


def _choose_cards(codes: Sequence[int], most: int, dice: RandomStreams, least: int = 0) -> tuple[int, ...]:
    count = least + dice.draw_below(most - least + 1, "count")
    return tuple(codes[dice.draw_below(len(codes), "card")] for _ in range(count)) if codes else ()


def _draw_cards(cards: Sequence[Facts], count: int, dice: RandomStreams) -> list[Facts]:
    return [cards[dice.draw_below(len(cards), "card")] for _ in range(count)] if cards else []
