"""Animations between two Views: cards that move, Life Points that count, markers that appear.

Law: an animation only shows what has already happened. Input does not wait for it: `finish` ends all
animations immediately. Durations are those of the design times the player's setting; 0 turns animations off.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import pygame

from facedown_client.board import Rect
from facedown_client.model.play_schedule import known_code
from facedown_client.window.art.marks import card_back
from facedown_client.window.look import LIFE_PX, blit, blit_centred, fade, panel
from facedown_client.window.paint import DuelFrame, hand, kit
from facedown_client.window.paint.board import place_box
from facedown_client.window.paint.turn_banner import ENTRY_RATIO, EXIT_RATIO, draw_banner
from facedown_shared.manual.board import MATERIAL
from facedown_shared.tables import Place, Seat, View, VisibleEvent

SECONDS = {
    "hover": 0.08,
    "menu": 0.10,
    "draw": 0.22,
    "set": 0.22,
    "summon": 0.22,
    "move": 0.22,
    "flip": 0.18,
    "face_down": 0.18,
    "position": 0.18,
    "attack": 0.26,
    "return": 0.16,
    "destroy": 0.24,
    "banish": 0.24,
    "vanish": 0.24,
    "activate": 0.14,
    "arrow": 0.20,
    "resolving": 0.30,
    "life": 0.50,
    "number": 1.40,
    "shuffle": 0.35,
    "dialog": 0.14,
    "turn": 1.30,
    "reveal": 0.50,
}
"""Designed duration of each animation."""

PULSE_PERIOD_S = 1.6
"""Seconds of one pulse of the glow, from 70 to 100 %."""

FADE_S = 0.08
"""Seconds of a fade, which replaces every animation with reduced motion."""

STAGGER_S = 0.04
"""Seconds between the starts of animations of the same moment."""

Draw = Callable[[pygame.Surface, DuelFrame, float], None]


@dataclass
class Tween:
    """One animation: its start time, its duration, and a function that draws it at a share of its
    progress.
    """

    start: float
    seconds: float
    draw: Draw | None = None
    hides: tuple[int, ...] = ()
    life: tuple[int, int, int] | None = None
    """Seat, and its Life Points before and after."""
    grows: bool = False
    """Whether it is the arrow of the newest Chain Link."""
    number: tuple[int, int] | None = None
    """Seat, and the change of its Life Points. The number is shown beside them, and nothing waits for it."""
    row: int = 0
    """Row of the number, so that successive numbers do not cover each other."""
    turn: tuple[Seat, int] | None = None
    """Player and number of a turn that begins. Its banner is shown, and nothing waits for it."""

    @property
    def shows_number(self) -> bool:
        """Whether the animation shows a number."""
        return self.number is not None

    @property
    def is_news(self) -> bool:
        """Whether the animation is read: shown as long at any speed, while nothing waits for it."""
        return self.shows_number or self.turn is not None

    def next_change(self, now: float) -> float:
        """Return when the animation looks different: now, or when a banner that stands still begins to go."""
        leaves = self.start + self.seconds * EXIT_RATIO
        stands = self.turn is not None and self.share(now) >= ENTRY_RATIO and now < leaves
        return leaves if stands else now

    def share(self, now: float) -> float:
        """Return the progress, 0 to 1."""
        return 1.0 if self.seconds <= 0 else max(0.0, min(1.0, (now - self.start) / self.seconds))


def ease(share: float) -> float:
    """Return the eased progress: fast at first, slow at the end."""
    return 1 - (1 - share) ** 3


@dataclass
class Motion:
    """All running animations."""

    tweens: list[Tween] = field(default_factory=list)

    @property
    def is_running(self) -> bool:
        """Whether an animation is running."""
        return bool(self.tweens)

    @property
    def is_holding(self) -> bool:
        """Whether an animation is running that the next frame has to wait for."""
        return any(not tween.is_news for tween in self.tweens)

    def next_change(self, now: float) -> float:
        """Return when an animation looks different; infinity if none is running."""
        return min((tween.next_change(now) for tween in self.tweens), default=math.inf)

    def finish(self) -> None:
        """End every animation now, except for changes of Life Points, which stay readable."""
        self.tweens = [tween for tween in self.tweens if tween.shows_number]

    def update(self, now: float) -> None:
        """Drop the finished animations."""
        self.tweens = [tween for tween in self.tweens if tween.share(now) < 1]

    def start(
        self, now: float, before: DuelFrame, after: DuelFrame, visible_events: tuple[VisibleEvent, ...], *,
        factor: float = 1.0, reduced: bool = False,
    ) -> None:  # fmt: skip
        """Start the animations for the events between two boards.

        `factor` multiplies durations. `reduced` shows only counts and growing markers, and fades.
        """
        known = [event for event in visible_events if event.kind in _MAKERS]
        made = (tween for event in known for tween in _MAKERS[event.kind](event, before, after))
        moving = [
            tween for tween in made if not reduced or tween.life is not None or tween.grows or tween.is_news
        ]
        if any(tween.turn is not None for tween in moving):
            self.tweens = [tween for tween in self.tweens if tween.turn is None]
        for count, tween in enumerate(moving):
            if factor > 0 or tween.is_news:
                begun = replace(
                    tween,
                    seconds=tween.seconds if tween.is_news else FADE_S if reduced else tween.seconds * factor,
                    start=now + (0 if reduced else min(count, 6) * STAGGER_S * factor),
                    row=self._free_row(tween),
                )
                self.tweens.append(begun)

    def _free_row(self, tween: Tween) -> int:
        """Return the first free row beside the Life Points of the player concerned."""
        if tween.number is None:
            return 0
        seat = tween.number[0]
        taken = {other.row for other in self.tweens if other.number is not None and other.number[0] == seat}
        return next(row for row in range(len(taken) + 1) if row not in taken)

    def hidden_cards(self, now: float) -> frozenset[int]:
        """Return the cards that an animation draws instead of their place."""
        return frozenset(handle for tween in self.tweens if tween.share(now) < 1 for handle in tween.hides)

    def displayed_life(self, now: float, view: View) -> tuple[int, int] | None:
        """Return the Life Points to show while they count, or None while they do not."""
        counting = [tween for tween in self.tweens if tween.life is not None]
        if not counting:
            return None
        shown = [view.tallies.get(f"{seat}:life", 0) for seat in (0, 1)]
        for tween in counting:
            assert tween.life is not None
            seat, old, new = tween.life
            shown[seat] = round(old + (new - old) * ease(tween.share(now)))
        return shown[0], shown[1]

    def grown_share(self, now: float) -> float:
        """Return how far the arrow of the newest Chain Link has grown."""
        return min((tween.share(now) for tween in self.tweens if tween.grows), default=1.0)

    def draw(self, surface: pygame.Surface, shown: DuelFrame, now: float) -> None:
        """Draw the animations over the board."""
        for tween in self.tweens:
            if tween.draw is not None:
                tween.draw(surface, shown, ease(tween.share(now)))
            if tween.number is not None:
                _draw_risen(tween.number, tween.row, surface, shown, ease(tween.share(now)))
            if tween.turn is not None:
                draw_banner(surface, shown, *tween.turn, tween.share(now))


def pulse(now: float, reduced: bool) -> float:
    """Return the strength of the glow at a time."""
    return 0.9 if reduced else 0.85 + 0.15 * math.sin(math.tau * now / PULSE_PERIOD_S)


# --- what moves for what has happened -----------------------------------------------------------------------


def _travel(event: VisibleEvent, before: DuelFrame, after: DuelFrame) -> Iterator[Tween]:
    """Yield the animation of a card that moves between two places."""
    start = _spot(before, event.was or event.card, event.start)
    goal = _spot(after, event.card, event.goal)
    if event.kind == "attach" and event.card:
        goal = _material_place(after, event.card) or goal
    if start is None or goal is None or start == goal:
        return
    facts, size = after.facts_of(known_code(event, before.view, after.view)), after.layout.card_size(96)
    word = event.word if event.word in SECONDS else event.kind
    leaving = event.word in ("destroy", "battle", "banish")

    def draw(surface: pygame.Surface, shown: DuelFrame, share: float) -> None:
        x = start.centre[0] + (goal.centre[0] - start.centre[0]) * share
        y = start.centre[1] + (goal.centre[1] - start.centre[1]) * share
        lift = math.sin(math.pi * share) * 14 * shown.theme.u
        picture = card_back(size) if facts is None else shown.faces.get(facts, size)
        wide = round(start.w + (goal.w - start.w) * share)
        moving = _scale_card(picture, max(8, min(wide, size[0])))
        blit_centred(surface, fade(moving, 1 - 0.5 * share) if leaving else moving, (x, y - lift))

    hides = (event.card,) if event.card else ()
    yield Tween(0, SECONDS.get(word, SECONDS["move"]), draw, hides)


def _spot(shown: DuelFrame, handle: int, place: Place | None) -> Rect | None:
    """Return where a card is drawn: a hand card in the hand, a card of a pile on the pile, a material on its
    monster.
    """
    if place is not None and place.zone == "hand":
        if place.seat == shown.near and handle:
            held = hand.box_of(shown, handle)
            if held is not None:
                return held
        return _small(shown.layout.rect(place), shown, 60 if place.seat != shown.near else 96)
    if place is not None and place.zone == MATERIAL:
        return _material_place(shown, handle)
    box = place_box(shown, handle) if handle else None
    if box is not None and place is not None and shown.view.place_of(handle) == place:
        return box if box.w < shown.layout.mat.w / 3 else _small(box, shown, 62)
    rect = shown.layout.rect(place)
    spot = shown.layout.spot(place)
    return _small(rect, shown, 48 if spot is not None and spot.pile else 62)


def _small(rect: Rect | None, shown: DuelFrame, width: float) -> Rect | None:
    """Return a card's rectangle centred in a larger one."""
    if rect is None:
        return None
    wide, high = shown.layout.card_size(width)
    x, y = rect.centre
    return Rect(round(x - wide / 2), round(y - high / 2), wide, high)


def _material_place(shown: DuelFrame, material: int) -> Rect | None:
    """Return where an Xyz Material is drawn: beneath its monster."""
    cards = shown.view.cards.items()
    bearer = next((handle for handle, seen in cards if material and material in seen.materials), 0)
    return place_box(shown, bearer) if bearer else None


def _scale_card(picture: pygame.Surface, wide: int) -> pygame.Surface:
    if wide == picture.get_width():
        return picture
    high = round(wide * picture.get_height() / picture.get_width())
    return pygame.transform.smoothscale(picture, (wide, high))


def _life(event: VisibleEvent, before: DuelFrame, after: DuelFrame) -> Iterator[Tween]:
    """Yield the animation of Life Points that count to their new value."""
    key = f"{event.seat}:life"
    old, new = before.view.tallies.get(key), after.view.tallies.get(key)
    if old is not None and new is not None and old != new:
        yield Tween(0, SECONDS["life"], life=(event.seat, old, new))
    if event.amount and event.seat in (0, 1):
        yield Tween(0, SECONDS["number"], number=(event.seat, event.amount))


RISE_PX, ROW_HEIGHT_PX = 14, 60
"""Designed height by which a number rises, and distance between rows. A rising number stays clear of the next
one.
"""


def number_box(shown: DuelFrame, number: tuple[int, int], row: int, share: float) -> Rect:
    """Return the box of a number beside its player's Life Points. Row 0 is next to them, further rows are
    towards the middle.
    """
    theme, plate = shown.theme, shown.layout.rail.plates[number[0]]
    wide, high = theme.width(_with_sign(number[1]), LIFE_PX, True) + theme.px(20), theme.px(42)
    rise = theme.px(RISE_PX) * (1.0 if theme.look.reduced else share)
    below = number[0] == shown.near
    first = plate.bottom - high if below else plate.y + theme.px(RISE_PX)
    y = first + theme.px(ROW_HEIGHT_PX) * row * (-1 if below else 1) - rise
    return Rect(round(plate.x - wide - theme.px(6)), round(y), round(wide), high)


def _with_sign(amount: int) -> str:
    return f"{amount:+d}".replace("-", "\u2212")


def _draw_risen(
    number: tuple[int, int], row: int, surface: pygame.Surface, shown: DuelFrame, share: float
) -> None:  # fmt: skip
    """Draw a change of Life Points as a rising number that fades out."""
    theme, box = shown.theme, number_box(shown, number, row, share)
    ink = theme.palette.harm if number[1] < 0 else theme.palette.good
    layer = pygame.Surface((box.w, box.h), pygame.SRCALPHA)
    panel(layer, (0, 0, box.w, box.h), (*theme.palette.sunk, 235), ink, max(1.5, theme.u), theme.px(8))
    theme.draw_text(
        layer, _with_sign(number[1]), (box.w / 2, box.h / 2), LIFE_PX, ink, bold=True, anchor="cm"
    )
    gone = max(0.0, share - 0.9) * 10
    blit(surface, fade(layer, 1 - gone) if gone else layer, (box.x, box.y))


def _attack(event: VisibleEvent, before: DuelFrame, after: DuelFrame) -> Iterator[Tween]:
    """Yield the animation of an attacker that leaps at its target and back."""
    start, facts = place_box(after, event.card), after.facts(event.card)
    if start is None or facts is None:
        return
    strip = after.layout.far_hand if event.seat == after.near else after.layout.hand
    target = next(filter(None, event.others), 0)
    goal = place_box(after, target) or strip._replace(x=start.x, w=start.w)
    size = after.layout.card_size()
    there = SECONDS["attack"] / (SECONDS["attack"] + SECONDS["return"])

    def draw(surface: pygame.Surface, shown: DuelFrame, share: float) -> None:
        way = share / there if share < there else 1 - (share - there) / (1 - there)
        x = start.centre[0] + (goal.centre[0] - start.centre[0]) * 0.7 * way
        y = start.centre[1] + (goal.centre[1] - start.centre[1]) * 0.7 * way
        blit_centred(surface, shown.faces.get(facts, size), (x, y))

    yield Tween(0, SECONDS["attack"] + SECONDS["return"], draw, (event.card,))


def _turn_over(event: VisibleEvent, before: DuelFrame, after: DuelFrame) -> Iterator[Tween]:
    """Yield the animation of a card that is turned over or sideways."""
    box = place_box(after, event.card)
    if box is None or box.w > after.layout.mat.w / 3:
        return
    size, facts = after.layout.card_size(), after.facts(event.card)
    up = {"flip": (False, True), "face_down": (True, False)}.get(event.kind, (True, True))

    def draw(surface: pygame.Surface, shown: DuelFrame, share: float) -> None:
        is_face = facts is not None and up[share >= 0.5]
        picture = shown.faces.get(facts, size) if is_face and facts is not None else card_back(size)
        if box.w > box.h:
            picture = pygame.transform.rotate(picture, 90)
        wide = max(2, round(box.w * abs(1 - 2 * share)))
        blit_centred(surface, pygame.transform.smoothscale(picture, (wide, box.h)), box.centre)

    yield Tween(0, SECONDS[event.kind], draw, (event.card,))


def _flash(box: Rect, seat: int, surface: pygame.Surface, shown: DuelFrame, share: float) -> None:
    """Draw a flash around a card: white for yours, coral for the opponent's."""
    palette = shown.theme.palette
    colour = palette.mine if seat == shown.near else palette.harm
    reach = kit.enlarge(box, 3 + 10 * share * shown.theme.u)
    panel(surface, reach, None, (*colour, round(255 * (1 - share))), 2, shown.theme.px(6))


def _activate(event: VisibleEvent, before: DuelFrame, after: DuelFrame) -> Iterator[Tween]:
    """Yield the animation of a new Chain Link: its marker appears and its arrow grows."""
    yield Tween(0, SECONDS["arrow"], grows=True)
    yield from _draw_flash(event, after, SECONDS["activate"] + SECONDS["arrow"])


def _flash_resolving(event: VisibleEvent, before: DuelFrame, after: DuelFrame) -> Iterator[Tween]:
    """Yield the flash of the card that resolves."""
    return _draw_flash(event, after, SECONDS["resolving"])


def _draw_flash(event: VisibleEvent, after: DuelFrame, seconds: float) -> Iterator[Tween]:
    box = place_box(after, event.card)
    if box is not None:
        yield Tween(0, seconds, partial(_flash, box, event.seat))


def _announce_turn(event: VisibleEvent, before: DuelFrame, after: DuelFrame) -> Iterator[Tween]:
    """Yield the banner of a turn that begins."""
    if event.seat in (0, 1) and event.amount > 0:
        yield Tween(0, SECONDS["turn"], turn=(event.seat, event.amount))


def _shuffle(event: VisibleEvent, before: DuelFrame, after: DuelFrame) -> Iterator[Tween]:
    """Yield the animation of a shuffled pile: its cards fan out and back."""
    box = _small(after.layout.rect(Place(event.seat, event.word or "deck")), after, 48)
    if box is None:
        return
    back = card_back(after.layout.card_size(48))

    def draw(surface: pygame.Surface, shown: DuelFrame, share: float) -> None:
        reach = math.sin(math.pi * share) * 16 * shown.theme.u
        for side in (-1, 1):
            blit_centred(surface, back, (box.centre[0] + side * reach, box.centre[1]))

    yield Tween(0, SECONDS["shuffle"], draw)


def _reveal(event: VisibleEvent, before: DuelFrame, after: DuelFrame) -> Iterator[Tween]:
    """Yield the animation of a revealed card that grows out of its place and shrinks back."""
    box = _spot(after, event.card, after.view.place_of(event.card)) if event.card else None
    facts = after.facts_of(event.code) if event.code else None
    if box is None or facts is None:
        return
    size = after.layout.card_size(96)

    def draw(surface: pygame.Surface, shown: DuelFrame, share: float) -> None:
        picture = shown.faces.get(facts, size)
        grown = math.sin(math.pi * share)
        wide = round(box.w + (picture.get_width() - box.w) * grown)
        middle = shown.layout.mat.y + shown.layout.mat.h / 2
        y = box.centre[1] + (middle - box.centre[1]) * 0.3 * grown
        blit_centred(surface, _scale_card(picture, max(8, wide)), (box.centre[0], y))

    yield Tween(0, SECONDS["reveal"], draw)


_MAKERS: dict[str, Callable[[VisibleEvent, DuelFrame, DuelFrame], Iterator[Tween]]] = {
    "turn": _announce_turn,
    "draw": _travel,
    "move": _travel,
    "set": _travel,
    "attach": _travel,
    "life": _life,
    "attack": _attack,
    "flip": _turn_over,
    "face_down": _turn_over,
    "position": _turn_over,
    "activate": _activate,
    "resolving": _flash_resolving,
    "shuffle": _shuffle,
    "reveal": _reveal,
    "declare": _flash_resolving,
}
