"""Between two duels: cards change places with the Side Deck; sizes stay as they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from client.data import Boxed, known
from client.window.app_port import AppPort
from client.window.look import BODY, MAIN, SECOND, Look
from client.window.scenes.parts import FormScene, Page
from client.window.scenes.table.panels import ChatPanel
from client.window.widgets import Button, Listing, ListRow, Paragraph, Widget
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

    def build(self, page: Page) -> Sequence[Widget]:
        widgets: list[Widget] = []
        if self.prompt is not None:
            widgets += [*self._lists(page), *self._buttons(page)]
        return [*widgets, *self.talk.build(page, (864, TOP + 64, 368, LOW - TOP - 64))]

    def _lists(self, page: Page) -> list[Widget]:
        if self.box is None:
            return [Paragraph(page.box(72, TOP + 64, 340, 80), UNKNOWN)]
        sides = ((64, self._playing, self._out), (464, self.after.side, self._in))
        return [
            Listing(
                page.box(x, TOP + 60, 352, LOW - TOP - 76),
                [
                    ListRow(known.called(code), right=f"×{count}" if count > 1 else "")
                    for code, count in _counted(cards)
                ],
                move, row_height=page.theme.px(36), empty="Nothing here.",
            )
            for x, cards, move in sides
        ]  # fmt: skip

    def _buttons(self, page: Page) -> list[Widget]:
        ready, put = not self.reasons, page.box
        keep = Button(put(232, 656, 240, 40), "Keep the deck as it was", self._keep, key="K", size=BODY)
        if self.box is None:
            return [keep]
        return [
            Button(put(48, 656, 160, 40), "As it was", partial(self._set, self.before), key="U"),
            keep,
            Button(
                put(1012, 656, 220, 40), "Done", self._done, style="accent", key="R", enabled=ready,
                reason="" if ready else "sizes must stay as they were",
            ),
        ]  # fmt: skip

    @property
    def _playing(self) -> tuple[int, ...]:
        """Main and Extra Deck."""
        return self.after.main + self.after.extra

    # --- drawing --------------------------------------------------------------------------------------------

    def paint(self, page: Page) -> None:
        super().paint(page)
        table, refusal = self.app.model.table, self.app.model.refusal
        one, other = table.seats if table else (None, None)
        score = f"{one.name} {one.wins} : {other.wins} {other.name}" if one and other else ""
        page.text(f"Siding · {score}", (48, 48), 26, bold=True)
        words = str(table.note) if table else ""
        if self.prompt is None:
            words = f"Waiting for {self.app.model.opponent or 'both players'}."
        page.text(words, (48, 88), MAIN, page.palette.soft, room=1180, least=10)
        titles = (self._count_words("To play", 0, 1), self._count_words("Side Deck", 2), "Talk")
        for x, wide, title in zip((48, 448, 864), (384, 384, 368), titles, strict=True):
            page.card(x, TOP, wide, LOW - TOP)
            page.heading(title, (x + 24, TOP + 32), 330)
        trouble = refusal.sentence if refusal else self.reasons[0] if self.reasons else ""
        if trouble:
            page.tick(trouble, (496, 676), 500, False)
        elif self.prompt is not None:
            hint = "A click or Enter moves a card to the other list."
            page.text(hint, (496, 676), SECOND, page.palette.faint)

    def _count_words(self, title: str, *parts: int) -> str:
        now = sum(len(self.after.parts[part]) for part in parts)
        once = sum(len(self.before.parts[part]) for part in parts)
        return f"{title}, {now}" if now == once else f"{title}, {now} of {once}"

    # --- wishes ---------------------------------------------------------------------------------------------

    def pressed(self, name: str) -> None:
        if name == "T":
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
        taken = list(getattr(self.after, start))
        taken.remove(code)
        parts: dict[str, Any] = {start: tuple(taken), goal: (*getattr(self.after, goal), code)}
        self._set(replace(self.after, **parts))

    def _set(self, deck: Deck) -> None:
        self.after = deck
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
        spell = facts is None or not facts.is_monster
        return spell, facts is not None and facts.is_trap, known.called(row[0])

    return sorted(Counter(cards).items(), key=place)
