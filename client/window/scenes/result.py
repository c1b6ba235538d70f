"""The end of a match, over the last board: who won and why, the score, again or leave."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import pygame

from client.window.look import BODY, HEADING, LIFE, MAIN, Theme
from client.window.scenes.dialogs import Overlay
from client.window.scenes.parts import Design
from client.window.widgets import Button, Widget, disc
from client.words.phrases import result_words
from shared.protocol.messages import Consent, Leave, Propose, ToServer

YES = {"rematch": "Play again", "open": "Open both Decks"}
WISHES = {"rematch": "would like to play again", "open": "asks to open both Decks to each other"}


class ResultScene(Overlay):
    """Stays until the table is left or a new match begins; Esc shows the board beneath."""

    wide, high = 640, 340

    def watched(self) -> object:
        return self.app.model.table, self.app.model.refusal

    @property
    def asked(self) -> str:
        """ "mine" when a proposal of ours is open, "theirs" when one of the other's is."""
        seat = self._proposal[1]
        return "" if not seat else "mine" if seat == str(self.app.model.seat) else "theirs"

    @property
    def _proposal(self) -> tuple[str, str]:
        """What is proposed, a rematch or opening both Decks, and by which seat."""
        table = self.app.model.table
        what, _, seat = (table.proposal if table else "").partition(" ")
        return (what, seat) if what in YES else ("", "")

    @property
    def alone(self) -> bool:
        """Whether nobody is left to play again."""
        model = self.app.model
        return model.table is None or not model.is_player or not model.table.seats[1 - model.seat].present

    def build(self, theme: Theme) -> Sequence[Widget]:
        design, (x, y, w, h) = Design(theme), self.area(theme)
        row = y + h - 60
        widgets: list[Widget] = [
            Button(design.box(x + 24, row, 150, 40), "See the board", self.app.close, key="Esc", size=BODY),
            Button(design.box(x + 190, row, 140, 40), "Leave", lambda: self.app.send(Leave()), key="L"),
        ]
        if self.app.model.is_player:
            widgets += self._again(design, x + w - 276, row)
        if self._may_open:
            box = design.box(x + w - 174, y + 242, 150, 28)
            widgets.append(
                Button(box, "Open both Decks", lambda: self.app.send(Propose("open")), key="O", size=BODY)
            )
        return widgets

    @property
    def _may_open(self) -> bool:
        """Whether both Decks can still be opened to both players, if both agree."""
        opened = self.app.model.witness.record.opened
        one = opened is not None and len({trail.seat for trail in opened.trails}) == 1
        return one and not self.alone and not self.asked

    def _again(self, design: Design, x: float, y: float) -> list[Widget]:
        if self.asked == "theirs":
            return [
                Button(
                    design.box(x, y, 150, 40),
                    YES[self._proposal[0]],
                    partial(self._send, Consent(yes=True)),
                    style="accent",
                    key="R",
                ),
                Button(design.box(x + 162, y, 90, 40), "No", lambda: self.app.send(Consent(yes=False))),
            ]
        if self.asked == "mine":
            box = design.box(x, y, 252, 40)
            return [
                Button(box, "Asked. Take it back", lambda: self.app.send(Propose("")), key="R", size=BODY)
            ]
        reason = f"{self.app.model.opponent} has left" if self.alone else ""
        return [
            Button(
                design.box(x, y, 252, 40), "Play again", partial(self._send, Propose("rematch")),
                style="accent", key="R",
                enabled=not self.alone, reason=reason,
            )
        ]  # fmt: skip

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        model, design = self.app.model, Design(theme)
        if model.table is None:
            return
        x, y, w, _ = self.area(theme)
        title, detail = self._words()
        room = (w - 48) * theme.u
        theme.text(surface, title, design.at(x + 24, y + 48), LIFE, bold=True, room=room, least=14)
        theme.text(surface, detail, design.at(x + 24, y + 92), MAIN, theme.palette.soft, room=room, least=10)
        for number, seat in enumerate(model.table.seats):
            left = x + 24 + number * 304
            disc(surface, theme, seat.name or "?", design.at(left + 24, y + 160), theme.px(44))
            at, room = design.at(left + 60, y + 160), 170 * theme.u
            theme.text(surface, seat.name or "nobody", at, HEADING, bold=True, room=room, least=11)
            at = design.at(left + 262, y + 160)
            theme.text(surface, str(seat.wins), at, LIFE, bold=True, anchor="rm")
        self._paint_news(surface, theme)

    def _words(self) -> tuple[str, str]:
        """The headline as this viewer feels it, and the plain sentence."""
        model = self.app.model
        sentence = result_words(model.view.result, model.names) if model.view else ""
        wins = [seat.wins for seat in model.table.seats] if model.table else [0, 0]
        winner = int(wins[1] > wins[0]) if wins[0] != wins[1] else None
        if winner is None:
            return "A draw", sentence
        if model.is_player:
            return ("You win!" if winner == model.seat else "You lose."), sentence
        return f"{model.names[winner]} wins", sentence

    def _paint_news(self, surface: pygame.Surface, theme: Theme) -> None:
        x, y, w, _ = self.area(theme)
        model, design = self.app.model, Design(theme)
        words = re.sub(
            r" \(\w+\)\.$", ".", str(model.table.note) if model.table else ""
        )  # the reason stands above
        if self.asked == "theirs":
            words = f"{model.opponent} {WISHES[self._proposal[0]]}."
        if model.refusal is not None:
            words = model.refusal.sentence
        at, room = design.at(x + 24, y + 232), (w - 48) * theme.u
        theme.text(surface, words, at, BODY, theme.palette.text, room=room, least=10)
        if model.verdict is not None:
            colour = theme.palette.harm if model.verdict.complaints else theme.palette.soft
            at, room = design.at(x + 24, y + 256), (w - 48 - 160 * self._may_open) * theme.u
            theme.text(surface, model.verdict.line, at, BODY, colour, room=room, least=10)

    def _send(self, message: ToServer) -> None:
        self.app.press()
        self.app.send(message)
