"""The projector's page: how to join, then names with their tables, then the clock and results."""

from __future__ import annotations

from html import escape

from facedown_server.events.pages.page_context import (
    PageContext,
    clock_html,
    name_html,
    qr_svg,
    round_title,
    standings_html,
    wifi_text,
)
from facedown_server.events.rules.state import EventState, Pairing, Round
from facedown_shared.text import _, ngettext

NAMES_PER_PAGE = 64
TABLES_PER_PAGE = 24
STANDINGS_PER_PAGE = 14
MAX_BESIDE_TABLES = 15
"""Rows of the standings that are shown beside the tables of a round."""

FIT_SIZES = {"names": (16, 32, 48, NAMES_PER_PAGE), "pairs": (8, 12, 16, TABLES_PER_PAGE)}
"""Numbers of rows for which the style has a size of letters, by the kind of list."""

SECTIONS = ("head", "main", "foot")


def screen_parts(context: PageContext) -> dict[str, str]:
    """Return what the projector shows now."""
    state = context.state
    now = state.round
    if now is None:
        main = _registration(context)
    elif state.finished or (now.is_complete and state.complete_rounds == len(state.rounds)):
        main = _standings(context)
    elif now.clock.started_at_s is None:
        main = _names(state, now)
    else:
        main = _tables(context, now)
    return {"head": _head(context), "main": main, "foot": _foot(context)}


def _head(context: PageContext) -> str:
    state = context.state
    count = ngettext("{count} player", "{count} players", len(state.active_players))
    clock = ""
    if state.round is not None and state.round.clock.started_at_s is not None and not state.finished:
        clock = f"<p class=clock>{clock_html()}</p>"
    join = "" if state.round is None else _join(context)
    kind = f" · <bdi>{escape(state.settings.format)}</bdi>" if state.settings.format else ""
    title = f"<h1 dir=auto>{escape(state.name)}</h1><p>{round_title(context)} · {count}{kind}</p>"
    return f"<div>{title}</div>{clock}{join}"


def _join(context: PageContext) -> str:
    address, now = escape(context.short_address), context.state.round
    words = f"{_('Your table on your phone')}<br><b>{address}</b>"
    is_start = now is not None and now.clock.started_at_s is None
    wifi = wifi_text(context.state.settings) if is_start else ""
    first = ""
    if wifi:
        first = f"<p>{_wifi_words(context.state)}</p>{qr_svg(wifi)}"
    return f"<div class=join>{first}<p>{words}</p>{qr_svg(context.address)}</div>"


def _wifi_words(state: EventState) -> str:
    name = f"<b><bdi>{escape(state.settings.wifi_name)}</bdi></b>"
    return f"{_('Wi-Fi')}<br>{name}"


def _registration(context: PageContext) -> str:
    state = context.state
    address = escape(context.short_address)
    names = "".join(f"<li>{name_html(state, one.number)}</li>" for one in state.active_players)
    how = _("Scan to take part, or open {address}", address=f"<b>{address}</b>")
    codes = f"<div>{qr_svg(context.address)}</div>"
    if wifi := wifi_text(state.settings):
        codes = f"<div><p>1. {_wifi_words(state)}</p>{qr_svg(wifi)}</div>"
        codes += f"<div><p>2. {_('Take part')}<br><b>{address}</b></p>{qr_svg(context.address)}</div>"
    kind = "start two" if wifi else "start"
    words = f"<p class=big>{how}</p><ul class=joined>{names}</ul>"
    return f'<div class="{kind}">{codes}<div>{words}</div></div>'


def _names(state: EventState, now: Round) -> str:
    """Return the names in alphabetical order, each with its table alone."""
    rows = []
    for pairing in now.pairings:
        for player in (pairing.one, pairing.two):
            if player:
                table = str(pairing.table) if pairing.table else _("bye")
                rows.append((state.players[player].name.casefold(), player, table))
    rows.sort()
    items = [f"<li>{name_html(state, player)} <b>{table}</b></li>" for _name, player, table in rows]
    return _page_lists(items, NAMES_PER_PAGE, "names")


def _page_lists(items: list[str], per_page: int, kind: str) -> str:
    """Return lists of rows, one at a time on the screen, in letters that fit their number."""
    pages = [items[at : at + per_page] for at in range(0, len(items), per_page)] or [[]]
    longest = max(map(len, pages))
    size = next(limit for limit in FIT_SIZES[kind] if longest <= limit)
    lists = "".join(f'<ul class="{kind} fit{size}">{"".join(page)}</ul>' for page in pages)
    return f"<div data-pages>{lists}</div>"


def _tables(context: PageContext, now: Round) -> str:
    rows = [_row(context.state, pairing) for pairing in now.pairings]
    beside = (
        f"<aside>{standings_html(context, limit=MAX_BESIDE_TABLES)}</aside>"
        if context.state.complete_rounds
        else ""
    )
    return f"<div class=round>{_page_lists(rows, TABLES_PER_PAGE, 'pairs')}{beside}</div>"


def _row(state: EventState, pairing: Pairing) -> str:
    one = name_html(state, pairing.one)
    if pairing.is_bye:
        return f"<li class=done><b></b><span>{one}</span><i>{_('bye')}</i><span></span></li>"
    result = pairing.result
    middle = clock_html(pairing.added_minutes) if pairing.added_minutes else "–"
    if result is not None:
        middle = f"{result.score.one}:{result.score.two}"
    kind = f"done {result.outcome.replace(' ', '-')}" if result else "more" if pairing.added_minutes else ""
    two = name_html(state, pairing.two)
    return (
        f'<li class="{kind}"><b>{pairing.table}</b><span>{one}</span><i>{middle}</i><span>{two}</span></li>'
    )


def _standings(context: PageContext) -> str:
    pages = "".join(
        standings_html(context, first=first, limit=STANDINGS_PER_PAGE)
        for first in range(0, len(context.standings) or 1, STANDINGS_PER_PAGE)
    )
    return f"<div class=final data-pages>{pages}</div>"


def _foot(context: PageContext) -> str:
    state = context.state
    now = state.round
    done = ""
    if now is not None and not state.finished:
        tables = [one for one in now.pairings if not one.is_bye]
        count = sum(one.result is not None for one in tables)
        done = _("{done} of {all} tables done", done=count, all=len(tables))
    if not context.announcement and not done:
        return ""
    return f"<p dir=auto>{escape(context.announcement)}</p><p>{done}</p>"
