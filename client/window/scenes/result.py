"""The end of a match, over the last board: who won and why, the score, again or leave."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from client.window.look import BODY, HEADING, LIFE, MAIN
from client.window.scenes.dialogs import Overlay
from client.window.scenes.parts import Page
from client.window.widgets import Button, Widget, disc
from client.words.phrases import is_told, result_words
from shared.language import _, later
from shared.protocol.messages import Consent, Leave, Propose, ToServer
from shared.words import Words

YES = {"rematch": later("Play again"), "open": later("Open both Decks")}
WISHES = {
    "rematch": later("would like to play again"),
    "open": later("asks to open both Decks to each other"),
}


class ResultScene(Overlay):
    """Stays until the table is left or a new match begins; Esc shows the board beneath."""

    wide, high = 640, 340

    def watched(self) -> object:
        return self.app.model.table, self.app.model.refusal

    @property
    def proposal(self) -> tuple[str, str]:
        """What is proposed, a rematch or opening both Decks, and by whom: "mine" or "theirs"."""
        table = self.app.model.table
        what, __, seat = (table.proposal if table else "").partition(" ")
        whose = "mine" if seat == str(self.app.model.seat) else "theirs"
        return (what, whose) if what in YES else ("", "")

    @property
    def alone(self) -> bool:
        """Whether nobody is left to play again."""
        model = self.app.model
        return model.table is None or not model.is_player or not model.table.seats[1 - model.seat].present

    def build(self, page: Page) -> Sequence[Widget]:
        widgets: list[Widget] = [
            Button(page.foot(24, 150), _("See the board"), self.app.close, key="Esc", size=BODY),
            Button(page.foot(190, 140), _("Leave"), partial(self.app.send, Leave()), key="L"),
        ]
        if self.app.model.is_player:
            widgets += self._again(page)
        if self._may_open:
            box, wish = page.box(page.wide - 174, 242, 150, 28), partial(self.app.send, Propose("open"))
            widgets.append(Button(box, _("Open both Decks"), wish, key="O", size=BODY))
        return widgets

    @property
    def _may_open(self) -> bool:
        """Whether both Decks can still be opened to both players, if both agree."""
        opened = self.app.model.witness.record.opened
        one = opened is not None and len({trail.seat for trail in opened.trails}) == 1
        return one and not self.alone and not self.proposal[0]

    def _again(self, page: Page) -> list[Widget]:
        box, send, (what, whose) = page.foot(-276, 252), self.app.send, self.proposal
        if whose == "theirs":
            yes = partial(self._send, Consent(yes=True))
            return [
                Button(page.foot(-276, 150), _(YES[what]), yes, style="accent", key="R"),
                Button(page.foot(-114, 90), _("No"), partial(send, Consent(yes=False))),
            ]
        if whose == "mine":
            return [Button(box, _("Asked. Take it back"), partial(send, Propose("")), key="R", size=BODY)]
        return [
            Button(
                box, _("Play again"), partial(self._send, Propose("rematch")), style="accent", key="R",
                enabled=not self.alone,
                reason=_("{name} has left", name=self.app.model.opponent) if self.alone else "",
            )
        ]  # fmt: skip

    def paint(self, page: Page) -> None:
        super().paint(page)
        table, room = self.app.model.table, page.wide - 48
        if table is None:
            return
        title, detail = self._words()
        page.text(title, (24, 48), LIFE, bold=True, room=room, least=14)
        page.text(detail, (24, 92), MAIN, page.palette.soft, room=room, least=10)
        for x, seat in zip((24, 328), table.seats, strict=True):
            disc(page.surface, page.theme, seat.name or "?", page.at(x + 24, 160), page.theme.px(44))
            page.text(seat.name or _("nobody"), (x + 60, 160), HEADING, bold=True, room=170, least=11)
            page.text(str(seat.wins), (x + 262, 160), LIFE, bold=True, anchor="rm")
        self._paint_news(page, table.note)

    def _words(self) -> tuple[str, str]:
        """The headline as this viewer feels it, and the plain sentence."""
        model = self.app.model
        sentence = result_words(model.view.result, model.names) if model.view else ""
        wins = [seat.wins for seat in model.table.seats] if model.table else [0, 0]
        winner = int(wins[1] > wins[0]) if wins[0] != wins[1] else None
        if winner is None:
            return _("A draw"), sentence
        if model.is_player:
            return (_("You win!") if winner == model.seat else _("You lose.")), sentence
        return _("{name} wins", name=model.names[winner]), sentence

    def _paint_news(self, page: Page, note: Words) -> None:
        model, (what, whose) = self.app.model, self.proposal
        result = model.view.result if model.view else ""
        words = "" if is_told(note, result, model.names) else str(note)  # it stands above
        if whose == "theirs":
            words = _("{name} {asks}.", name=model.opponent, asks=_(WISHES[what]))
        if model.refusal is not None:
            words = model.refusal.sentence
        page.text(words, (24, 232), BODY, room=page.wide - 48, least=10)
        if model.verdict is not None:
            ink = page.palette.harm if model.verdict.complaints else page.palette.soft
            room = page.wide - 48 - 160 * self._may_open
            page.text(model.verdict.line, (24, 256), BODY, ink, room=room, least=10)

    def _send(self, message: ToServer) -> None:
        self.app.press()
        self.app.send(message)
