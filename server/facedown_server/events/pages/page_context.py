"""What the pages of an event show, as plain values, and the words and pieces of HTML that they share."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from urllib.parse import urlsplit

import msgspec
import segno

from facedown_server.events.export import replay_path
from facedown_server.events.rules.acts import EventSettings
from facedown_server.events.rules.results import needed_wins
from facedown_server.events.rules.scoring import GAMES, suggested_rounds
from facedown_server.events.rules.standings import Standing
from facedown_server.events.rules.state import EventState, Pairing
from facedown_shared.text import _

DEFAULT_QUIET_ZONE = 3
MAX_QR_CODES = 512
"""Maximum number of QR codes that are stored: more than a round of the largest event has slips."""
ESCAPED = re.compile(r'[\\;,":]')
"""Signs with a meaning in the text of a Wi-Fi's QR code."""


@dataclass(frozen=True)
class PageContext:
    """An event, and what its pages need besides. `base`: the server's address for phones in the room."""

    state: EventState
    standings: tuple[Standing, ...]
    code: str
    base: str
    phones: int
    """Connected pages of players."""
    announcement: str
    player_key: Callable[[int], str]
    """Returns the key of a player's present link."""
    seat_path: Callable[[int], str] = lambda player: ""
    """Returns the path of a player's seat at a table on screen; "" if there is none."""
    is_only: bool = False
    """True if this is the server's only event, whose address needs no code."""
    table_trouble: str = ""
    """Why tables on screen cannot be opened."""
    slip_number: Callable[[int, int], str] = lambda pairing, table: ""
    """Returns the number on the slip of a pairing's table."""
    is_unreached: bool = False
    """True if phones had time to load the page, and none has."""

    @property
    def address(self) -> str:
        """The address of the players' page."""
        return f"{self.base}/e/{self.code}"

    @property
    def short_address(self) -> str:
        """The address of the players' page, to be typed."""
        return f"{self.base.split('://')[-1]}/e" + ("" if self.is_only else f"/{self.code}")

    @property
    def swiss_rounds(self) -> int:
        """The number of Swiss rounds: the organizer's, or what the table of the game says."""
        settings = self.state.settings
        if settings.rounds or settings.scoring not in GAMES:
            return settings.rounds
        count = max(len(self.state.active_players), 2)
        return suggested_rounds(settings.scoring, count).rounds


def replays_html(context: PageContext) -> str:
    """Return the public replays of the event's matches, round by round; "" if there are none."""
    state, rounds = context.state, []
    for played in state.rounds:
        links = "".join(
            f'<li><a href="{escape(replay_path(one.result.replay))}">{name_html(state, one.one)}'
            f" – {name_html(state, one.two)}</a></li>"
            for one in played.pairings
            if one.result is not None and one.result.replay
        )
        if links:
            rounds.append(f"<h3>{_('Round {number}', number=played.number)}</h3><ul>{links}</ul>")
    return (
        f"<details id=replays><summary>{_('Replays')}</summary>{''.join(rounds)}</details>" if rounds else ""
    )


def send_attribute(**request: object) -> str:
    """Return the attribute of what a button or form sends."""
    return f'data-send="{escape(json.dumps(request))}"'


def name_html(state: EventState, player: int) -> str:
    """Return a player's name, escaped, in its own direction."""
    return f"<bdi>{escape(state.players[player].name)}</bdi>"


def unreached_sentences(base: str) -> list[str]:
    """Return common reasons why no phone loads a page. `base`: the server's address."""
    port = urlsplit(base).port or 80
    return [
        _("No phone has loaded the page yet. Common reasons:"),
        _("The phones are in a guest Wi-Fi, or in another network than this computer."),
        _("There is no router between them: a phone's hotspot or a cheap router is enough."),
        _("A firewall on this computer blocks port {port}.", port=port),
    ]


def without_wifi(context: PageContext) -> PageContext:
    """Return the context for pages outside the room, which do not show its Wi-Fi."""
    settings = msgspec.structs.replace(context.state.settings, wifi_name="", wifi_password="")
    return replace(context, state=msgspec.structs.replace(context.state, settings=settings))


def wifi_text(settings: EventSettings) -> str:
    """Return the text of the Wi-Fi's QR code, which phones understand; "" without a Wi-Fi."""
    if not settings.wifi_name:
        return ""
    name, password = (ESCAPED.sub(r"\\\g<0>", text) for text in (settings.wifi_name, settings.wifi_password))
    return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"


def round_title(context: PageContext) -> str:
    """Return the words for the present round."""
    now = context.state.round
    if now is None:
        return _("Before round 1")
    if context.state.finished:
        return _("The event is over")
    if now.cut:
        return _("Cut, round {number}", number=now.number)
    if now.number <= context.swiss_rounds:
        return _("Round {number} of {all}", number=now.number, all=context.swiss_rounds)
    return _("Round {number}", number=now.number)


def scores(state: EventState) -> list[tuple[int, int]]:
    """Return the scores of a decided match: 2:0, 2:1, 1:2, 0:2 for best of 3."""
    needed = needed_wins(state.settings)
    won = [(needed, lost) for lost in range(needed)]
    return [*won, *((lost, wins) for wins, lost in reversed(won))]


def unfinished_scores(state: EventState) -> list[tuple[int, int]]:
    """Return the scores of a match that was not decided."""
    needed = needed_wins(state.settings)
    return [(one, two) for one in range(needed) for two in range(needed)]


def score_text(pairing: Pairing) -> str:
    """Return the score of a table with a result; both lose: 0:0 with a word."""
    result = pairing.result
    if result is None:
        return ""
    text = f"{result.score.one}:{result.score.two}"
    return f"{text} {_('both lose')}" if result.outcome == "both lose" else text


def clock_html(added_minutes: int = 0) -> str:
    """Return the place of the round's clock, which the page's script fills."""
    over = escape(_("Time is over."))
    return f'<span role="timer" data-clock="{added_minutes * 60}" data-over="{over}"></span>'


@lru_cache(maxsize=MAX_QR_CODES)
def qr_svg(text: str) -> str:
    """Return a QR code as an SVG picture, dark on light."""
    rows = [*segno.make_qr(text).matrix_iter(border=DEFAULT_QUIET_ZONE)]
    size = len(rows)
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark
    )
    return (
        f'<svg class="qr" viewBox="0 0 {size} {size}" shape-rendering="crispEdges" aria-hidden="true">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path fill="#000" d="{path}"/></svg>'
    )


def standings_html(context: PageContext, marked: int = 0, limit: int | None = None, *, first: int = 0) -> str:
    """Return the standings as a table, `limit` rows from `first` on; `marked` is the player whose row is
    marked.
    """
    rows = "".join(
        f"<tr{' class=own' if row.player == marked else ''}><td>{row.place}</td>"
        f"<th scope=row>{name_html(context.state, row.player)}"
        f"{_dropped_mark(context.state, row.player)}</th><td>{row.points}</td>"
        f"<td class=record>{row.wins}-{row.losses}-{row.draws}</td>"
        f"<td class=tie>{_tie_text(context, row)}</td></tr>"
        for row in context.standings[first : None if limit is None else first + limit]
    )
    return (
        f"<table><caption>{_('Standings after round {number}', number=context.state.complete_rounds)}"
        f"</caption><thead><tr><th scope=col>{_('Place')}</th><th scope=col>{_('Player')}</th>"
        f"<th scope=col>{_('Points')}</th><th scope=col>{_('Won-lost-drawn')}</th>"
        f"<th scope=col class=tie>{_('Tie-breaker')}</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _tie_text(context: PageContext, row: Standing) -> str:
    """Return the first tie-breaker: a rate as a percentage, any other number with two digits."""
    names = context.state.settings.tie_breakers
    if not names:
        return ""
    value = float(row.tie_breakers[0])
    return f"{value:.2f}" if "cumulative" in names[0] else f"{value:.1%}"


def _dropped_mark(state: EventState, player: int) -> str:
    return f" <small>{_('(dropped)')}</small>" if state.players[player].dropped else ""
