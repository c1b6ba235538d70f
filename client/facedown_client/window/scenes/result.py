"""The end of a match, over the last board: winner and reason, score, rematch or leave."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from facedown_client.model.words.phrases import is_only_result, news_words, result_words
from facedown_client.model.words.sentences import ASKED
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, HEADING_PX, LIFE_PX, MAIN_PX, Look
from facedown_client.window.scenes.dialogs import CopyNotice, Overlay
from facedown_client.window.scenes.parts import INPUT_GUARD_S, JUST_CHANGED, Page, show_errors
from facedown_client.window.scenes.rematch import RematchScene
from facedown_client.window.scenes.replays.shelf import open_replay
from facedown_client.window.widgets import Button, Widget, disc
from facedown_shared.protocol.messages import Consent, DropReplay, Leave, Propose, TableInfo, ToServer
from facedown_shared.tables import FORMATS
from facedown_shared.text import Words, _, gettext_noop

NEWS_TOP_PX = 200
"""Top of the answers and news, apart from the rematch buttons."""

VERDICT_TOP_PX, VERDICT_LINES = 240, 3
"""Top of the verdict on the shuffles, below those answers, and its lines. With the notes on EDOPro's core it
is long, and its end matters as much as its start.
"""

REPLAY_TOP_PX = 326
"""Top of the public replay's buttons."""

LOST = ("waiting", "connecting", "closed")
"""Statuses of a connection that is lost."""

CUT_OFF = gettext_noop("The connection to the table is lost. The match is over, so nothing is lost by that.")

AFTER_TOP_PX = 364
"""Top of the buttons for the own replay and for another deck."""

WISHES = {
    "rematch": gettext_noop("would like to play again"),
    "open": gettext_noop("asks to open both hands and Decks to each other"),
}


class ResultScene(Overlay):
    """Result panel. It stays until the player leaves the table or a new match begins; Esc shows the board
    beneath.
    """

    wide, high = 640, 472
    confirmed_by_enter = False  # the key may have been meant for the duel that has just ended

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self._now = 0.0
        self._copying = CopyNotice()
        self._asked = ("", ""), -math.inf
        """The open proposal, and since when."""

    def watched_values(self) -> object:
        model = self.app.model
        replay = self.app.network.recorded_replay
        new, lost = self._is_new, self._is_cut_off
        return model.table, model.refusal, new, model.replay, self._copying.text, replay, lost

    def update(self, now: float) -> None:
        self._now = now
        self._copying.update(now)
        if self.proposal != self._asked[0]:
            self._asked = self.proposal, now
        super().update(now)

    @property
    def _is_new(self) -> bool:
        """Whether the open proposal is too new to be answered."""
        return self._now < self._asked[1] + INPUT_GUARD_S or self.app.network.connection.just_changed

    def next_change(self, now: float) -> float:
        """Return when a new proposal can be answered, or when the copy notice ends."""
        answerable = self._asked[1] + INPUT_GUARD_S
        return min(answerable if answerable > now else math.inf, self._copying.ends)

    @property
    def proposal(self) -> tuple[str, str]:
        """The open proposal (a rematch or opening both Decks) and its author ("mine" or "theirs"); empty
        texts for none.
        """
        table = self.app.model.table
        what, __, seat = (table.proposal if table else "").partition(" ")
        whose = "mine" if seat == str(self.app.model.seat) else "theirs"
        return (what, whose) if what in WISHES else ("", "")

    @property
    def is_alone(self) -> bool:
        """Whether no opponent is left for a rematch."""
        model = self.app.model
        return model.table is None or not model.is_player or not model.table.seats[1 - model.seat].present

    def build(self, page: Page) -> Sequence[Widget]:
        widgets: list[Widget] = [
            Button(page.foot(24, 150), _("See the board"), self.app.close, key="Esc", size=BODY_PX),
            Button(page.foot(190, 140), _("Leave"), partial(self.app.send, Leave()), key="L"),
        ]
        if self.app.model.is_player:
            widgets += self._rematch_button(page)
        return [
            *widgets, *self._after_buttons(page), *self._proposal_buttons(page), *self._replay_buttons(page)
        ]  # fmt: skip

    def _after_buttons(self, page: Page) -> list[Widget]:
        """Return the buttons for the replay of this match, and for a rematch with another deck."""
        found: list[Widget] = []
        if self.app.network.recorded_replay is not None:
            box = page.box(24, AFTER_TOP_PX, 306, 36)
            found.append(Button(box, _("See the replay"), self._see_replay, key="W", size=BODY_PX))
        if self.app.model.is_player and not self._is_on_paper and self.proposal != ("rematch", "mine"):
            box, reason = page.box(364, AFTER_TOP_PX, 252, 36), self._rematch_obstacle
            found.append(
                Button(
                    box, _("Rematch with another deck"), self._choose_deck, key="D", size=BODY_PX,
                    enabled=not reason,
                )
            )  # fmt: skip
        return found

    @property
    def _is_on_paper(self) -> bool:
        """Whether the players have their cards on paper, so that no deck is brought."""
        table = self.app.model.table
        return table is not None and table.format in FORMATS and FORMATS[table.format].on_paper

    def _see_replay(self) -> None:
        path = self.app.network.recorded_replay
        if path is not None:
            with show_errors(self.app.show_notice):
                open_replay(self.look, self.app, path)

    def _choose_deck(self) -> None:
        self.app.open_scene(RematchScene(self.look, self.app))

    def _replay_buttons(self, page: Page) -> list[Widget]:
        """Return the buttons of the public replay: copy its link, for a player also delete it."""
        stored, link = self.app.model.replay, self.app.network.replay_link
        if stored is None or not link:
            return []
        words = _("Copied") if self._copying.text else _("Copy the link to the public replay")
        copy = partial(self._copying.copy, link)
        found: list[Widget] = [
            Button(page.box(24, REPLAY_TOP_PX, 306, 28), words, copy, key="V", size=BODY_PX)
        ]
        if stored.key:
            delete = partial(
                self.app.confirm, _("Delete the public replay?"), _("Its link will stop working."),
                _("Delete"), partial(self.app.send, DropReplay(stored.key)),
            )  # fmt: skip
            found.append(
                Button(page.box(342, REPLAY_TOP_PX, 156, 28), _("Delete the replay"), delete, size=BODY_PX)
            )
        return found

    def _proposal_buttons(self, page: Page) -> list[Widget]:
        """Return the buttons right of the news: ask for both Decks, withdraw that, or answer the other
        player.

        No key or position of a rematch button opens the Decks.
        """
        what, whose = self.proposal
        send, wide = self.app.send, page.wide
        if whose == "theirs":
            no = Button(
                page.box(wide - 104, NEWS_TOP_PX, 80, 28), _("No"), partial(send, Consent(yes=False)),
                key="N",
                size=BODY_PX, enabled=not self._is_new,
            )  # fmt: skip
            if what == "rematch":
                return [no]
            yes = Button(
                page.box(wide - 278, NEWS_TOP_PX, 166, 28),
                _(JUST_CHANGED) if self._is_new else _("Open both hands"),
                partial(self._send, Consent(yes=True)), style="outline", key="Y", size=BODY_PX,
                enabled=not self._is_new,
            )  # fmt: skip
            return [yes, no]
        box = page.box(wide - 194, NEWS_TOP_PX, 170, 28)
        if (what, whose) == ("open", "mine"):
            return [Button(box, _("Take it back"), partial(send, Propose("")), key="O", size=BODY_PX)]
        if self._may_open:
            return [Button(box, _("Open both hands"), partial(send, Propose("open")), key="O", size=BODY_PX)]
        return []

    def handle_key(self, name: str) -> None:
        """Handle a key. Y also agrees to a rematch, like the button's own key."""
        if name == "Y" and self.proposal == ("rematch", "theirs") and not self._is_new:
            self._send(Consent(yes=True))

    @property
    def _may_open(self) -> bool:
        """Whether both Decks can still be opened, if both players agree."""
        opened = self.app.model.witness.record.opened
        one = opened is not None and len({trail.seat for trail in opened.trails}) == 1
        return one and not self.is_alone and not self.proposal[0]

    def _rematch_button(self, page: Page) -> list[Widget]:
        """Return the rematch button. It keeps one position, and its key has no other effect."""
        box, asked = page.foot(-276, 252), self.proposal
        if asked == ("rematch", "mine"):
            back = partial(self.app.send, Propose(""))
            return [Button(box, _("Asked. Withdraw"), back, key="R", size=BODY_PX)]
        reason = self._rematch_obstacle
        wish = Consent(yes=True) if asked == ("rematch", "theirs") else Propose("rematch")
        return [
            Button(
                box, _("Rematch"), partial(self._send, wish), style="accent", key="R",
                enabled=not reason, reason=reason,
            )
        ]  # fmt: skip

    @property
    def _is_cut_off(self) -> bool:
        """Whether the table has been closed, or cannot be reached: its result stays to be read."""
        return self.app.model.ended is not None or self.app.network.connection.status in LOST

    @property
    def _rematch_obstacle(self) -> str:
        """Why no rematch can be proposed or accepted now; "" if one can."""
        name, asked = self.app.model.opponent, self.proposal
        if self._is_cut_off:
            return _("The table is closed") if self.app.model.ended is not None else _("No connection")
        if self.is_alone:
            return _("{name} has left", name=name)
        if asked == ("open", "theirs"):
            return _("Answer {name} first", name=name)
        return _(JUST_CHANGED) if asked == ("rematch", "theirs") and self._is_new else ""

    def paint(self, page: Page) -> None:
        super().paint(page)
        table, room = self.app.model.table, page.wide - 48
        if table is None:
            return
        title, detail = self._words()
        page.text(title, (24, 48), LIFE_PX, bold=True, room=room, least=14)
        page.text(detail, (24, 92), MAIN_PX, page.palette.soft, room=room, least=10)
        for x, seat in zip((24, 328), table.seats, strict=True):
            disc(page.surface, page.theme, seat.name or "?", page.point(x + 24, 160), page.theme.px(44))
            page.text(seat.name or _("nobody"), (x + 60, 160), HEADING_PX, bold=True, room=170, least=11)
            page.text(str(seat.wins), (x + 262, 160), LIFE_PX, bold=True, anchor="rm")
        self._paint_news(page, table.note)

    def _words(self) -> tuple[str, str]:
        """Return the headline for this viewer and the neutral sentence."""
        model = self.app.model
        result = model.match_result or (model.view.result if model.view else "")
        sentence = result_words(result, model.names)
        wins = [seat.wins for seat in model.table.seats] if model.table else [0, 0]
        winner = int(wins[1] > wins[0]) if wins[0] != wins[1] else None
        if model.match_result:
            winner = int(model.match_result.startswith("1 "))
        elif model.table is not None and _is_cut_short(model.table):
            # Conceded, and the news of it came before this viewer. While one player leads, nothing shows who
            # gave up.
            ended = result.partition(" ")[0]
            if winner is not None or ended not in ("0", "1"):
                return _("The match is over."), ""
            winner = int(ended)
        if winner is None:
            return _("A draw"), sentence
        if model.is_player:
            return (_("You win!") if winner == model.seat else _("You lose.")), sentence
        return _("{name} wins", name=model.names[winner]), sentence

    def _paint_news(self, page: Page, note: Words) -> None:
        model, (what, whose) = self.app.model, self.proposal
        result = model.match_result or (model.view.result if model.view else "")
        words = (
            "" if is_only_result(note, result, model.names) else news_words(note, model.view)
        )  # shown above
        if whose == "theirs":
            words = _("{name} {asks}.", name=model.opponent, asks=_(WISHES[what]))
        elif whose == "mine":
            words = _("{asked}: no answer yet.", asked=_(ASKED[what], name=model.opponent))
        if model.refusal is not None:
            words = model.refusal.sentence
        if self._is_cut_off:
            words = str(model.ended.reason) if model.ended is not None else _(CUT_OFF)
        room = page.wide - 48 - self._buttons_width
        page.text(words, (24, NEWS_TOP_PX + 14), BODY_PX, room=room, least=9)
        if model.verdict is not None:
            ink = page.palette.harm if model.verdict.complaints else page.palette.soft
            page.draw_wrapped(
                model.verdict.summary_line,
                (24, VERDICT_TOP_PX),
                page.wide - 48,
                BODY_PX,
                ink,
                lines=VERDICT_LINES,
            )

    @property
    def _buttons_width(self) -> int:
        """The width beside the news that the buttons take."""
        what, whose = self.proposal
        if whose == "theirs":
            return 94 if what == "rematch" else 268
        return 184 if what == "open" or self._may_open else 0

    def _send(self, message: ToServer) -> None:
        self.app.play_press_sound()
        self.app.send(message)


def _is_cut_short(table: TableInfo) -> bool:
    """Return whether a match ended before a player had won it or all its duels were played."""
    wins = max(seat.wins for seat in table.seats)
    return table.best_of > 1 and wins <= table.best_of // 2 and table.duel < table.best_of
