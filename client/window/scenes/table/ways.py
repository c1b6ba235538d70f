"""How a table is played, on its screen before the match: what a deck with unwritten cards suggests, what the
other player asks for, and names for cards nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from client.data import Boxed, deckbox, known
from client.window.app_port import AppPort
from client.window.look import BODY, Look
from client.window.scenes.decks.printing import CardScene
from client.window.scenes.parts import Page
from client.window.widgets import Button, Entry, Widget
from client.words.sentences import WAYS
from shared.cards.facts import Facts
from shared.errors import BadInput
from shared.formats import FAB
from shared.protocol.messages import ChangeMode, Consent, ToServer

ROW = 40
"""Height of a row, its gap included."""


class WaysPanel:
    """A part of the table's screen. `bring` brings a deck, `deck` is the one brought."""

    def __init__(
        self, look: Look, app: AppPort, bring: Callable[[Boxed], None], deck: Callable[[], Boxed | None]
    ) -> None:
        self.look = look
        self.app = app
        self._bring, self._deck = bring, deck
        self._name = ""

    # --- what is so -----------------------------------------------------------------------------------------

    @property
    def asked(self) -> str:
        """The way the other player asks us to play; "" for none."""
        table, model = self.app.model.table, self.app.model
        what, _, rest = (table.proposal if table else "").partition(" ")
        seat, _, way = rest.partition(" ")
        return way if what == "mode" and model.is_player and seat != str(model.seat) else ""

    @property
    def headline(self) -> str:
        """What the other player asks, in a sentence; "" for nothing."""
        return f"{self.app.model.opponent} asks to play {WAYS.get(self.asked, '')}." if self.asked else ""

    @property
    def suggested(self) -> bool:
        """Whether our deck has cards that do nothing as this table is played."""
        table, report = self.app.model.table, self.app.model.report
        by_rules = table is not None and (table.mode, table.stage) == ("rules", "gathering")
        return by_rules and report is not None and bool(report.unscripted)

    @property
    def nameless(self) -> int:
        """The passcode of a card in our deck that nobody knows; 0 for none."""
        report, table = self.app.model.report, self.app.model.table
        gathering = table is not None and table.stage == "gathering"
        return report.unknown[0] if gathering and report is not None and report.unknown else 0

    @property
    def unread(self) -> list[Facts]:
        """Cards of our deck that have a name and nothing else, at a table whose cards can be typed in."""
        table, deck, own = self.app.model.table, self._deck(), known.cards()
        if table is None or deck is None or (table.format, table.stage) != (FAB.name, "gathering"):
            return []
        return [own[code] for code in dict.fromkeys(deck.deck.cards) if code in own and own[code].is_blank]

    # --- widgets --------------------------------------------------------------------------------------------

    def build(self, page: Page, left: float, top: float, room: float) -> list[Widget]:
        """Rows from `top` on; see `height`."""
        made: list[Widget] = []
        for number, row in enumerate(self._rows()):
            made += self._laid(page, row, left, top + number * ROW, room)
        if self.nameless:
            box = page.box(left, top + len(self._rows()) * ROW, room, 34)
            made.append(
                Entry(
                    box, self._name, placeholder=f"Name for card {self.nameless}", limit=80,
                    on_change=partial(setattr, self, "_name"), on_submit=lambda _: self._call(),
                )
            )  # fmt: skip
        return made

    @property
    def height(self) -> float:
        """How much of the screen the rows take."""
        return ROW * (len(self._rows()) + bool(self.nameless))

    def _rows(self) -> list[Sequence[tuple[str, Callable[[], object], str]]]:
        rows: list[Sequence[tuple[str, Callable[[], object], str]]] = []
        if self.asked:
            rows.append(
                (
                    (f"Play {WAYS.get(self.asked, '')}", partial(self._send, Consent(yes=True)), "Y"),
                    ("No", partial(self._send, Consent(yes=False)), "N"),
                )
            )
        if self.suggested:
            ask = "" if self.app.model.is_host else "?"
            rows.append(
                (
                    (f"Half and half{ask}", partial(self._send, ChangeMode("half")), "H"),
                    (f"Free table{ask}", partial(self._send, ChangeMode("free")), "F"),
                    ("Ready deck", self._ready_deck, "D"),
                )
            )
        if blank := len(self.unread):
            count = f"{blank} cards nobody knows" if blank > 1 else "a card nobody knows"
            rows.append(((f"Type in {count}", self._type_in, "I"),))
        return rows

    def _laid(
        self, page: Page, row: Sequence[tuple[str, Callable[[], object], str]], left: float, top: float,
        room: float,
    ) -> list[Widget]:  # fmt: skip
        wide = (room - 8 * (len(row) - 1)) / len(row)
        return [
            Button(
                page.box(left + number * (wide + 8), top, wide, 34), title, act,
                key=key, size=BODY,
            )
            for number, (title, act, key) in enumerate(row)
        ]  # fmt: skip

    # --- wishes ---------------------------------------------------------------------------------------------

    def _send(self, message: ToServer) -> None:
        self.app.press()
        self.app.send(message)

    def _ready_deck(self) -> None:
        table = self.app.model.table
        fitting = deckbox.ready(table.format) if table else []
        if fitting:
            self._bring(fitting[0])

    def _type_in(self) -> None:
        self.app.lay(CardScene(self.look, self.app, self.unread, self._told))

    def _told(self, facts: Facts) -> None:
        for told in known.tellings([facts.code]):
            self.app.send(told)

    def _call(self) -> None:
        """The card has this name from now on, here and at the table."""
        code, words = self.nameless, self._name.strip()
        if code and words:
            try:
                known.name_card(code, words)
            except BadInput as refused:
                self.app.say(str(refused))
                return
            self._name = ""
            self._told(known.cards()[code])
