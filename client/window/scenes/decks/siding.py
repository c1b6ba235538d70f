"""Between two duels: cards change places with the Side Deck; sizes stay as they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pygame

from client.data import Boxed, known
from client.window.app_port import AppPort
from client.window.look import BODY, MAIN, SECOND, Look, Theme
from client.window.scenes.parts import Design, FormScene, card, heading, tick
from client.window.scenes.table.talk import ChatPanel
from client.window.widgets import Button, Listing, ListRow, Paragraph, Widget, key_name
from shared.cards import decks
from shared.cards.decks import Deck
from shared.protocol.messages import Answer, Prompt, UseDeck

TOP, LOW = 136, 640
UNKNOWN = "This client was started again and no longer knows your list: you can keep the deck as it is."


class SidingScene(FormScene):
    """Two lists; a click or Enter moves a card to the other."""

    def __init__(self, look: Look, app: AppPort, deck: Boxed | None) -> None:
        super().__init__(look, app)
        self.box = deck
        self.before = deck.deck if deck else Deck()
        self.after = self.before
        self.talk = ChatPanel(app)
        self.sent = -1

    @property
    def prompt(self) -> Prompt | None:
        """The open question, unless it was answered."""
        prompt = self.app.model.prompt
        return prompt if prompt and prompt.kind == "side" and prompt.ask != self.sent else None

    @property
    def reasons(self) -> list[str]:
        """Why this is no exchange yet."""
        return [str(why) for why in decks.check_siding(self.before, self.after)]

    def update(self, now: float) -> None:
        if self.app.model.refusal is not None and self.prompt is None:
            self.sent = -1
        super().update(now)
        self.talk.update()

    def watched(self) -> object:
        model = self.app.model
        return model.table, model.prompt, model.refusal, self.sent

    # --- layout ---------------------------------------------------------------------------------------------

    def build(self, theme: Theme) -> Sequence[Widget]:
        design = Design(theme)
        widgets: list[Widget] = []
        if self.prompt is not None and self.box is not None:
            widgets += self._lists(design)
        if self.prompt is not None:
            widgets += self._buttons(design)
        if self.box is None and self.prompt is not None:
            widgets.append(Paragraph(design.box(72, TOP + 64, 340, 80), UNKNOWN))
        widgets += self.talk.build(design, (864, TOP + 64, 368, LOW - TOP - 64))
        return widgets

    def _lists(self, design: Design) -> list[Widget]:
        made: list[Widget] = []
        for x, cards, move in ((64, self._playing, self._out), (464, self.after.side, self._in)):
            rows = [
                ListRow(known.called(code), right=f"×{count}" if count > 1 else "")
                for code, count in _counted(cards)
            ]
            made.append(
                Listing(
                    design.box(x, TOP + 60, 352, LOW - TOP - 76), rows, move, row_height=design.theme.px(36),
                    empty="Nothing here.",
                )
            )  # fmt: skip
        return made

    def _buttons(self, design: Design) -> list[Widget]:
        ready = not self.reasons
        reason = "" if ready else "sizes must stay as they were"
        keep = Button(
            design.box(232, 656, 240, 40), "Keep the deck as it was", self._keep, key="K", size=BODY
        )
        if self.box is None:
            return [keep]
        return [
            Button(design.box(48, 656, 160, 40), "As it was", self._undo, key="U"),
            keep,
            Button(
                design.box(1012, 656, 220, 40), "Done", self._done, style="accent", key="R", enabled=ready,
                reason=reason,
            ),
        ]  # fmt: skip

    @property
    def _playing(self) -> tuple[int, ...]:
        """Main and Extra Deck."""
        return self.after.main + self.after.extra

    # --- drawing --------------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        design, palette, table = Design(theme), theme.palette, self.app.model.table
        one, other = table.seats if table else (None, None)
        score = f"{one.name} {one.wins} : {other.wins} {other.name}" if one and other else ""
        theme.text(surface, f"Siding · {score}", design.at(48, 48), 26, bold=True)
        words = str(table.note) if table else ""
        if self.prompt is None:
            words = f"Waiting for {self.app.model.opponent or 'both players'}."
        theme.text(surface, words, design.at(48, 88), MAIN, palette.soft, room=1180 * theme.u, least=10)
        for x in (48, 448):
            card(surface, theme, design.box(x, TOP, 384, LOW - TOP))
        card(surface, theme, design.box(864, TOP, 368, LOW - TOP))
        room = 330 * theme.u
        heading(surface, theme, self._count_words("To play", 0, 1), design.at(72, TOP + 32), room)
        heading(surface, theme, self._count_words("Side Deck", 2), design.at(472, TOP + 32), room)
        heading(surface, theme, "Talk", design.at(888, TOP + 32), room)
        self._paint_trouble(surface, design)

    def _count_words(self, title: str, *parts: int) -> str:
        now = sum(len(self.after.parts[part]) for part in parts)
        once = sum(len(self.before.parts[part]) for part in parts)
        return f"{title}, {now}" if now == once else f"{title}, {now} of {once}"

    def _paint_trouble(self, surface: pygame.Surface, design: Design) -> None:
        theme, refusal = design.theme, self.app.model.refusal
        words = refusal.sentence if refusal else self.reasons[0] if self.reasons else ""
        if words:
            tick(surface, theme, words, design.at(496, 676), 500 * theme.u, False)
        elif self.prompt is not None:
            hint = "A click or Enter moves a card to the other list."
            theme.text(surface, hint, design.at(496, 676), SECOND, theme.palette.faint)

    # --- wishes ---------------------------------------------------------------------------------------------

    def unused(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and key_name(event) == "T":
            self.talk.focus(self.group)

    def _out(self, index: int) -> None:
        """From the deck into the Side Deck."""
        code = _counted(self._playing)[index][0]
        self._move(code, "main" if code in self.after.main else "extra", "side")

    def _in(self, index: int) -> None:
        """From the Side Deck to where the card belongs."""
        code = _counted(self.after.side)[index][0]
        facts = known.cards().get(code)
        self._move(code, "side", "extra" if facts is not None and facts.belongs_in_extra_deck else "main")

    def _move(self, code: int, start: str, goal: str) -> None:
        """From one part of the deck to another."""
        deck = self.after
        taken, put = _without(getattr(deck, start), code), (*getattr(deck, goal), code)
        parts: dict[str, Any] = {start: taken, goal: put}
        self.after = replace(deck, **parts)
        self.rebuild()

    def _undo(self) -> None:
        self.after = self.before
        self.rebuild()

    def _keep(self) -> None:
        if self.prompt is not None:
            self.app.send(Answer(self.prompt.ask, (0,)))
            self.sent = self.prompt.ask

    def _done(self) -> None:
        if self.prompt is None or self.box is None or self.reasons:
            return
        text = decks.to_ydk(self.after)
        self.app.bring(replace(self.box, deck=self.after, text=text))
        self.app.send(UseDeck(text, self.box.title))
        self.sent = self.prompt.ask


def _counted(cards: Sequence[int]) -> list[tuple[int, int]]:
    """(code, copies), monsters first, then by name."""
    pool = known.cards()

    def place(row: tuple[int, int]) -> tuple[bool, bool, str]:
        facts = pool.get(row[0])
        return (
            facts is None or not facts.is_monster,
            facts is not None and facts.is_trap,
            known.called(row[0]),
        )

    return sorted(Counter(cards).items(), key=place)


def _without(cards: tuple[int, ...], code: int) -> tuple[int, ...]:
    index = cards.index(code)
    return cards[:index] + cards[index + 1 :]
