"""Menus as they are sent to clients that have no rows of their own: grouped, with keys and limits.

Nothing but the asker's View is read here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import to_builtins
from msgspec.structs import replace

from facedown_shared.manual import halves, menus
from facedown_shared.manual.game import Game
from facedown_shared.manual.games import GAMES
from facedown_shared.manual.gesture_keys import line_keys
from facedown_shared.manual.menus import ORDER, MenuOffer, card_limits, pile_menu, with_detach_line
from facedown_shared.protocol.gestures import (
    Attach,
    ChangePosition,
    Draw,
    EndTurn,
    FlipSummon,
    Gesture,
    GiveControl,
    GoToPhase,
    Hide,
    Move,
    Negate,
    PointAt,
    PutCounters,
    Reveal,
    SendSignal,
    SpecialSummon,
)
from facedown_shared.protocol.hand_menu import MAX_COMMON_ROWS, MenuRow
from facedown_shared.tables import Place, View

GROUPS: Mapping[type[Gesture], str] = {
    Move: "move", SpecialSummon: "move", Attach: "move", GiveControl: "move",
    ChangePosition: "position", FlipSummon: "position",
    Reveal: "show", Hide: "show", PointAt: "show", PutCounters: "show",
    GoToPhase: "phase", EndTurn: "phase", SendSignal: "talk",
}  # fmt: skip
"""The group of each gesture that is not among the common rows."""

CARD_NEEDS = ("materials", "more", "beneath", "target", "bearer")


def is_moving(view: View) -> bool:
    """Return whether the viewer may move cards by hand now."""
    return any(row.seat == view.viewer and row.kind in ("by_hand", "search") for row in view.waiting)


def menu_rows(
    view: View, card: int = 0, place: Place | None = None, *, alone: bool = False, half: bool = False
) -> tuple[MenuRow, ...]:
    """Return the menu of a card, of a pile or of the table, from a player's View.

    `alone`: one person moves both sides. `half`: one card is carried out by hand in a duel by the rules.
    """
    if card:
        place = None
        lines = _card_lines(view, card, alone=alone, half=half)
    elif place is not None:
        lines = pile_menu(view, place, alone=alone)
    else:
        lines = halves.table_menu(view) if half else menus.table_menu(view, alone=alone)
    rows = _rows(lines, GAMES.get(view.table), is_card=bool(card))
    if place is None:
        return rows
    return tuple(_with_goal(row, line, place) for row, line in zip(rows, lines, strict=True))


def _with_goal(row: MenuRow, line: MenuOffer, pile: Place) -> MenuRow:
    """Return a row of a pile with the place to which its top card can be dragged."""
    goals = (Place(pile.seat, "hand"),) if isinstance(line.gesture, Draw) else line.gesture.places
    return replace(row, places=goals)


def _card_lines(view: View, card: int, *, alone: bool, half: bool) -> list[MenuOffer]:
    if card not in view.cards:
        return []
    lines = halves.card_menu(view, card) if half else menus.card_menu(view, card, alone=alone)
    return with_detach_line(lines, view, card, alone=alone or half)


def _rows(lines: Sequence[MenuOffer], game: Game | None, *, is_card: bool) -> tuple[MenuRow, ...]:
    groups = [_group(line, number, is_card=is_card) for number, line in enumerate(lines)]
    return tuple(
        _row(line, group, key, game)
        for line, group, key in zip(lines, groups, line_keys(lines), strict=True)
    )  # fmt: skip


def _group(line: MenuOffer, number: int, *, is_card: bool) -> str:
    if line.rule:
        return "effect"
    if is_card and number < MAX_COMMON_ROWS:
        return "common"
    return GROUPS.get(type(line.gesture), "show" if is_card else "common")


def _row(line: MenuOffer, group: str, key: str, game: Game | None) -> MenuRow:
    needs = tuple(sorted(line.needs, key=ORDER.index))
    asked = next((need for need in needs if need in CARD_NEEDS), "")
    least, most = card_limits(game, line, asked) if asked else (1, 1)
    title, number = line.title, 0
    if isinstance(gesture := line.gesture, Negate) and gesture.amount:
        title, number = halves.NEGATES[gesture.text], gesture.amount
    return MenuRow(
        title, to_builtins(gesture), group, key, needs, line.places, line.cards, least,
        min(most, max(1, len(line.cards))), number, line.rule, line.asks,
        game.words.token if game is not None and "token" in needs else (),
    )  # fmt: skip
