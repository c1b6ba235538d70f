"""The free table in a terminal: typed gestures, menus as numbered lines, undo, lines as files.

Law: lines to messages, as `Terminal`; it remembers the last menu and the last gesture, and nothing else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from facedown_client.data import solo_lines
from facedown_client.model.model import Model
from facedown_client.model.words.phrases import card_words, place_words
from facedown_client.terminal import typed_hands
from facedown_shared.manual import halves
from facedown_shared.manual.menus import MenuOffer, pile_menu, table_menu
from facedown_shared.protocol.gestures import Gesture, is_complete, with_fields
from facedown_shared.protocol.messages import (
    Answer,
    Refused,
    Restart,
    Rewind,
    SaveLine,
    TableInfo,
    TakeSide,
    ToServer,
)
from facedown_shared.tables import Place, View
from facedown_shared.text import BadInput, Code, _, ngettext

Typed = tuple[list[str], list[ToServer]]
PILES = ("deck", "hand")
_STAGES_BETWEEN_DUELS = ("gathering", "toss", "order", "siding")
"""Stages in which no card can be moved by hand."""


class TerminalHands:
    """Interpreter of typed lines about cards moved by hand and about the steps of a table."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._last: Gesture | None = None
        self._menu: list[MenuOffer] = []
        self.menu_is_last = False
        """True if the menu was printed last, so that a bare number picks one of its lines."""
        self._saved_as: deque[str] = deque()
        """Names under which the next lines are saved."""
        self.unsaved = False
        """True if there are acts that no file contains."""

    def command_words(self) -> list[str]:
        """Return the first words of lines that have a meaning at this table."""
        table = self.model.table
        if table is None or not self.model.is_player:
            return []
        ways = ["steps", *_ON_A_LINE] if table.mode == "free" or table.alone else []
        own = self.model.view.table if self.model.view is not None else table.format
        return [*ways, *(sorted(typed_hands.gesture_words(own)) if table.by_hand else ())]

    def help(self) -> list[str]:
        """Return the commands about cards moved by hand and about steps that can be typed now."""
        table, view = self.model.table, self.model.view
        if table is None or view is None or not self.model.is_player or table.stage == "gathering":
            return []
        by_hand = typed_hands.vocabulary_of(view.table).help
        if table.mode == "half":
            by_hand = (*typed_hands.HALF_HELP, *by_hand)
        lines = (
            [*by_hand] if table.mode == "free" or (table.mode == "half" and _is_carrying_out(view)) else []
        )
        steps = typed_hands.STEPS_HELP if table.mode == "free" or table.alone else ()
        return [*lines, *steps, *(typed_hands.ALONE_HELP if table.alone else ())]

    def handle_line(self, line: str) -> Typed | None:
        """Return (lines to print, messages to send) for a typed line, or None if it is about something else.

        Raises BadInput for a line that is invalid.
        """
        table, view = self.model.table, self.model.view
        if table is None or view is None or not self.model.is_player or table.stage in _STAGES_BETWEEN_DUELS:
            return None
        word, _, rest = line.strip().partition(" ")
        word, rest = word.lower(), rest.strip()
        if word == "save":
            solo_lines.parse_name(rest)
            self._saved_as.append(rest)
        if word == "side" and not rest:
            rest = str(2 - view.viewer)
        if word == "steps" and (table.mode == "free" or table.alone):
            return self._steps(table), []
        if word in _ON_A_LINE and (table.mode == "free" or table.alone):
            return [], [_ON_A_LINE[word](table, rest)]
        half = table.mode == "half"
        if not table.by_hand or (half and not _is_carrying_out(view)):
            return None
        return self._handle_gesture(line, word, rest, view, alone=table.alone, half=half)

    def _handle_gesture(
        self, line: str, word: str, rest: str, view: View, *, alone: bool, half: bool
    ) -> Typed | None:  # fmt: skip
        prompt = self.model.prompt
        match word:
            case "done" if prompt is not None and prompt.options:
                return [], [Answer(prompt.ask, (0,))]
            case "menu":
                return self._menu_lines(rest, view, alone=alone, half=half), []
            case "pick":
                return [], [self._note_gesture(self._parse_gesture(rest, view))]
            case "effect":
                return [], [self._suggested_gesture()]
        if self.menu_is_last and not rest and word.isdecimal() and int(word):
            return [], [self._note_gesture(self._parse_gesture(word, view))]
        if gesture := typed_hands.signal(line):
            return [], [gesture]
        if word in typed_hands.gesture_words(view.table):
            return [], [self._note_gesture(typed_hands.parse_gesture(line, view, alone=alone, half=half))]
        return None

    def save_line(self, name: str, text: str) -> str:
        """Save a line as a file, under the typed name or else the server's; return a sentence with its
        path.
        """
        self.unsaved = False
        wanted, where = solo_lines.parse_name(self._saved_as.popleft() if self._saved_as else "")
        try:
            return _("The line is saved as {keep}.", keep=solo_lines.save_line(wanted or name, text, where))
        except BadInput as refused:
            return str(refused)

    # --- the line of steps ----------------------------------------------------------------------------------

    def step_lines(self, table: TableInfo) -> list[str]:
        """Return a line on the table's step if it has moved there, and on the steps that an act would
        drop.
        """
        line = self.model.line
        if line.dropped:
            return [
                ngettext(
                    "The later step is gone: the line continues from here.",
                    "{count} later steps are gone: the line continues from here.",
                    line.dropped,
                )
            ]
        if not line.moved or not table.steps:
            return []
        words = dict(line.rows).get(table.step, "") if table.step else _("the beginning")
        if not words:
            return [_("Step {step} of {steps}.", step=table.step, steps=table.steps)]
        return [_("Step {step} of {steps}: {words}.", step=table.step, steps=table.steps, words=words)]

    def _steps(self, table: TableInfo) -> list[str]:
        """Return every step that has a text, and the table's position."""
        rows = [(0, _("The beginning")), *self.model.line.rows]
        here = max(number for number, __ in rows if number <= table.step)
        listed = [f"  {number}. {words}{_('  (here)') if number == here else ''}" for number, words in rows]
        return [
            _("The table is at step {step} of {steps}.", step=table.step, steps=table.steps),
            *listed,
        ]

    def refusal_hints(self, message: Refused) -> list[str]:
        """Return a hint on what to do about a refusal."""
        if message.code == Code.TOO_FAST:
            self._saved_as.clear()
        return [_("If a card's effect says so, type effect.")] if message.code == Code.NEEDS_EFFECT else []

    # --- menus ----------------------------------------------------------------------------------------------

    def _menu_lines(self, rest: str, view: View, *, alone: bool, half: bool) -> list[str]:
        """Return the menu of a card, of a pile, or of the table, as lines."""
        if rest in ("", "table"):
            self._menu = halves.table_menu(view) if half else table_menu(view)
            title = _("The table")
        elif rest in PILES:
            self._menu = pile_menu(view, Place(view.viewer, rest), alone=alone)
            title = place_words(Place(view.viewer, rest), view.table, self.model.names)
        else:
            handle, self._menu = typed_hands.menu_of(rest, view, alone=alone, half=half)
            title = card_words(handle, view)
        lines = [f"  {number}. {_describe_offer(offered)}" for number, offered in enumerate(self._menu, 1)]
        self.menu_is_last = bool(self._menu)
        return [f"{title}:", *(lines or [_("  nothing")])]

    def _parse_gesture(self, rest: str, view: View) -> Gesture:
        number, __, more = rest.partition(" ")
        if not number.isdecimal() or not 0 < int(number) <= len(self._menu):
            count = _("The menu has {count} lines. ", count=len(self._menu)) if self._menu else ""
            raise BadInput(
                Code.NOT_OFFERED, _("{count}Type menu CARD first, then pick and a number of it.", count=count)
            )
        offered = self._menu[int(number) - 1]
        more = more.strip()
        typed = bool({"text", "amount"} & set(offered.needs))
        if more and "text" in offered.needs:
            offered = offered.with_need("text", more)
        if "amount" in offered.needs and more.lstrip("+-").isdecimal():
            offered = offered.with_need("amount", int(more))
        return typed_hands.fill(offered, view, aims="" if typed else more)

    def _suggested_gesture(self) -> Gesture:
        if self._last is None:
            raise BadInput(Code.NOT_OFFERED, _("Nothing was refused."))
        return with_fields(self._last, effect=True)

    def _note_gesture(self, gesture: Gesture) -> Gesture:
        if not is_complete(gesture):
            raise BadInput(Code.NOT_OFFERED, _("More is needed: menu CARD lists what."))
        self._last, self.unsaved = gesture, True
        return gesture


def _is_carrying_out(view: View) -> bool:
    """Return whether a card is being carried out by hand right now."""
    return any(row.kind in ("by_hand", "search") for row in view.waiting)


def _describe_offer(offered: MenuOffer) -> str:
    asks = [need for need in offered.needs if need != "place"]
    needs = _(" (and what with: {asks})", asks=", ".join(asks)) if asks else ""
    effect = _(", by an effect: {effect}", effect=offered.by_effect) if offered.by_effect else ""
    return f"{_(offered.title)}{needs}{effect}"


def _step_request(table: TableInfo, rest: str) -> ToServer:
    if rest and not (rest.isascii() and rest.isdecimal() and len(rest) < 6 and int(rest) <= table.steps):
        raise BadInput(
            Code.NOT_OFFERED,
            _("There is no step {rest}; steps are 0 to {steps}.", rest=rest, steps=table.steps),
        )
    return Rewind(int(rest) if rest else table.step)


def _side(table: TableInfo, rest: str) -> ToServer:
    if rest not in ("1", "2"):
        raise BadInput(Code.NOT_OFFERED, _("Type side 1 or side 2."))
    return TakeSide(int(rest) - 1)


def _count(rest: str) -> int:
    if rest and not (rest.isascii() and rest.isdecimal() and len(rest) < 6):
        raise BadInput(Code.NOT_OFFERED, _('"{rest}" is not a number of steps.', rest=rest))
    return int(rest or 1)


_ON_A_LINE: dict[str, Callable[[TableInfo, str], ToServer]] = {
    "undo": lambda table, rest: Rewind(max(0, table.step - _count(rest))),
    "redo": lambda table, rest: Rewind(min(table.steps, table.step + _count(rest))),
    "step": _step_request,
    "restart": lambda table, rest: Restart(fresh=rest == "new"),
    "side": _side,
    "save": lambda table, rest: SaveLine(),
}
