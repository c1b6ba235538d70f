"""The organizer's page: what to do next, the tables with their results, players, settings, links.

Its buttons send the lines that could be typed (`desk`), so all that a player can do, the organizer can do
for that player in two taps.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from facedown_server.events.pages.create_page import game_titles
from facedown_server.events.pages.page_context import (
    PageContext,
    clock_html,
    name_html,
    qr_svg,
    round_title,
    score_text,
    scores,
    send_attribute,
    standings_html,
    unfinished_scores,
    unreached_sentences,
    wifi_text,
)
from facedown_server.events.rules.reducer import BEST_OF, CUTS, MAX_FORMAT_LETTERS, MAX_WIFI_BYTES
from facedown_server.events.rules.state import EventPlayer, EventState, Pairing, Round
from facedown_shared.tables.formats import DECK_FORMATS, FORMATS
from facedown_shared.text import _, ngettext

SECTIONS = (
    "head",
    "next",
    "type",
    "attention",
    "tables",
    "players",
    "earlier",
    "standings",
    "settings",
    "links",
)
ADDED_MINUTES = 3
MAX_SCREEN_BEST_OF = 3
"""What a table on screen plays at most."""
NO_TABLES = "no"
"""The word for cards on the table, in place of a format of tables on screen (`desk.settings`)."""


def line_button(line: str, text: str, name: str = "", kind: str = "") -> str:
    """Return a button that sends a line of the organizer. `name`: an id that stays the same."""
    own = f' id="{name}"' if name else ""
    style = f' class="{kind}"' if kind else ""
    return f"<button{own}{style} {send_attribute(do='line', text=line)}>{text}</button>"


def organizer_parts(context: PageContext) -> dict[str, str]:
    """Return the organizer's page."""
    state = context.state
    now = state.round
    return {
        "head": _head(context),
        "next": _next(context),
        "type": _typing_form(),
        "attention": _attention(context),
        "tables": _tables(state, now) if now is not None else "",
        "players": _players(context),
        "earlier": _earlier(state),
        "standings": _standings(context),
        "settings": "" if state.finished else _settings(state),
        "links": _links(context),
    }


def _head(context: PageContext) -> str:
    state = context.state
    now = state.round
    count = ngettext("{count} player", "{count} players", len(state.active_players))
    phones = ngettext("{count} phone connected", "{count} phones connected", context.phones)
    clock = ""
    if now is not None and now.clock.started_at_s is not None and not state.finished:
        clock = f"<p class=clock>{clock_html()}</p>"
    return (
        f"<h1 dir=auto>{escape(state.name)}</h1>"
        f"<p class=lead>{round_title(context)} · {count} · {phones}</p>{clock}"
    )


def _typing_form() -> str:
    return f"""<form {send_attribute(do="line")} data-clear><label for=line>{
        _("Type a result: table, wins, wins. 7 2 1 and Enter; help lists the rest.")
    }</label><input id=line name=text maxlength=2000 autocomplete=off spellcheck=false dir=auto></form>"""


def _next(context: PageContext) -> str:
    """Return the buttons for what the organizer does next, the likeliest first."""
    state, buttons = context.state, []
    now = state.round
    if not state.finished:
        buttons = _round_buttons(context, now)
    undo = line_button("undo", _("Undo…"), "undo")
    return f"<div class=choices>{''.join(buttons)}{undo}</div>"


def _round_buttons(context: PageContext, now: Round | None) -> list[str]:
    state = context.state
    if now is None:
        return [line_button("next", _("Pair round 1"), "pair", "button")]
    buttons = []
    if now.is_complete:
        is_last_swiss = not now.cut and now.number >= context.swiss_rounds
        is_final = now.cut and len(now.pairings) == 1
        if not is_final:
            pair = _("Pair round {number}", number=now.number + 1)
            buttons.append(line_button("next", pair, "pair", "" if is_last_swiss else "button"))
        if not now.cut:
            present = len(state.active_players)
            cuts = "".join(
                line_button(f"cut {size}", _("Cut to the best {count}", count=size), f"cut{size}")
                for size in CUTS
                if 1 < size <= present
            )
            buttons.append(f"<details id=cuts><summary>{_('Cut…')}</summary>{cuts}</details>")
        kind = "button" if is_last_swiss or is_final else ""
        buttons.append(line_button("finish", _("End the event"), "finish", kind))
    elif now.clock.started_at_s is None:
        buttons.append(line_button("clock", _("Start the clock"), "clock", "button"))
    elif now.clock.paused_at_s is None:
        buttons.append(line_button("pause", _("Pause the clock"), "pause"))
    else:
        buttons.append(line_button("resume", _("Resume the clock"), "resume", "button"))
    return buttons


def _attention(context: PageContext) -> str:
    """Return what waits for the organizer: calls, and results that contradict each other."""
    state = context.state
    rows = [f"<li>{escape(context.table_trouble)}</li>"] if context.table_trouble else []
    if context.is_unreached:
        rows += [f"<li>{escape(sentence)}</li>" for sentence in unreached_sentences(context.base)]
    rows += [
        f"<li>{_('{name} calls you.', name=_with_table(state, one))} "
        f"{line_button(f'here #{one.number}', _('Done'), f'here{one.number}')}</li>"
        for one in state.players.values()
        if one.calls
    ]
    for pairing in state.round.pairings if state.round is not None else ():
        if pairing.is_disputed:
            words = _(
                "Table {table}: {one} has entered {first}, {two} {second} (both from the side of {one}).",
                table=pairing.table, one=name_html(state, pairing.one), two=name_html(state, pairing.two),
                first=_claim(pairing, 0), second=_claim(pairing, 1),
            )  # fmt: skip
            rows.append(f"<li>{words}</li>")
    return f'<ul class="warn">{"".join(rows)}</ul>' if rows else ""


def _claim(pairing: Pairing, side: int) -> str:
    claim = pairing.claims[side]
    return f"{claim.one}:{claim.two}" if claim else ""


def _with_table(state: EventState, player: EventPlayer) -> str:
    name = name_html(state, player.number)
    own = state.round.of_player(player.number) if state.round is not None else None
    return name if own is None or own.is_bye else _("{name}, table {table},", name=name, table=own.table)


def _tables(state: EventState, now: Round) -> str:
    rows = "".join(_table(state, now, pairing) for pairing in now.pairings)
    open_count = sum(one.result is None for one in now.pairings)
    title = ngettext("{count} table still plays", "{count} tables still play", open_count)
    return f"<h2>{title if open_count else _('All tables are done.')}</h2><div class=list>{rows}</div>"


def _table(state: EventState, now: Round, pairing: Pairing) -> str:
    one = name_html(state, pairing.one)
    if pairing.is_bye:
        return f"<p>{_('{name} has no opponent (a bye)', name=one)}</p>"
    two = name_html(state, pairing.two)
    result = score_text(pairing) or ("?" if pairing.is_disputed else _one_claim(pairing))
    added = f" {_('+{minutes} min', minutes=pairing.added_minutes)}" if pairing.added_minutes else ""
    name = f"t{now.number}-{pairing.table}"
    kind = ' class="done"' if pairing.result else ""
    return f"""<details id={name}{kind}><summary><b>{pairing.table}</b> {one} <i>{result or "–"}</i> {two}{
        added
    }</summary>{_table_buttons(state, pairing, name)}</details>"""


def _one_claim(pairing: Pairing) -> str:
    """Return the score that one phone has entered already."""
    claim = pairing.claims[0] or pairing.claims[1]
    return f"({claim.one}:{claim.two})" if claim else ""


def _table_buttons(state: EventState, pairing: Pairing, name: str) -> str:
    def result(one: int, two: int, word: str = "", text: str = "") -> str:
        line = f"{pairing.table} {one} {two}{word}"
        return line_button(line, text or f"{one} : {two}", f"{name}-{one}{two}{word.strip()}")

    decided = "".join(result(one, two) for one, two in scores(state))
    rest = "".join(result(one, two) for one, two in unfinished_scores(state))
    rest += result(0, 0, " lost", _("both lose"))
    minutes = ngettext("+{count} minute", "+{count} minutes", ADDED_MINUTES)
    more = line_button(f"more {pairing.table} {ADDED_MINUTES}", minutes, f"{name}-more")
    for player in (pairing.one, pairing.two):
        absent = _("{name} is absent", name=name_html(state, player))
        more += line_button(f"absent #{player} match", absent, f"{name}-no{player}")
    return f"<div class=scores>{decided}</div><div class=scores>{rest}</div><div class=scores>{more}</div>"


def _earlier(state: EventState) -> str:
    """Return the earlier rounds. Their tables have one button each, which begins the line of a correction:
    with all buttons, this would be most of the page.
    """
    rounds = "".join(
        f"<h3>{_('Round {number}', number=played.number)}</h3><ul>"
        + "".join(_earlier_table(state, played, pairing) for pairing in played.pairings if pairing.two)
        + "</ul>"
        for played in reversed(state.rounds[:-1])
    )
    if not rounds:
        return ""
    note = _("A correction changes points; nothing is paired again.")
    return f"<details id=earlier><summary>{_('Earlier rounds')}</summary><p>{note}</p>{rounds}</details>"


def _earlier_table(state: EventState, played: Round, pairing: Pairing) -> str:
    one, two = name_html(state, pairing.one), name_html(state, pairing.two)
    line = f"{played.number}/{pairing.table}"
    button = f'<button data-type="{line} ">{line}</button>'
    return f"<li>{button} {one} <b>{score_text(pairing)}</b> {two}</li>"


def _players(context: PageContext) -> str:
    state = context.state
    rows = "".join(_player(state, one) for one in state.players.values())
    count = ngettext("{count} player", "{count} players", len(state.active_players))
    add = f"""<form {send_attribute(do="line", text="add ")} data-clear><label for=add>{
        _("Add players; commas between names")
    }</label><input id=add name=text maxlength=2000 autocomplete=off dir=auto>
<button>{_("Add")}</button></form>"""
    is_open = "" if state.round is not None else " open"
    form = "" if state.finished else add
    return (
        f"<details id=players{is_open}><summary>{count}</summary>{form}<div class=list>{rows}</div></details>"
    )


def _player(state: EventState, player: EventPlayer) -> str:
    name = f"p{player.number}"
    word = f" <small>{_('(dropped)')}</small>" if player.dropped else ""
    leave = (
        line_button(f"back #{player.number}", _("Takes part again"), f"{name}-back")
        if player.dropped
        else line_button(f"drop #{player.number}", _("Drop"), f"{name}-drop")
    )
    link = line_button(f"link #{player.number}", _("New link for a phone"), f"{name}-link")
    pin = f"<p>{_('Number for another phone: {pin}', pin=player.pin)}</p>" if player.pin else ""
    label = _("New name")
    return f"""<details id={name}><summary>{name_html(state, player.number)}{word}</summary>
<div class=scores>{leave}{link}</div>{pin}
<form {send_attribute(do="line", text=f"rename #{player.number} = ")} data-clear>
<label for={name}-name>{label}</label>
<input id={name}-name name=text maxlength=24 autocomplete=off dir=auto><button>{_("Rename")}</button></form>
</details>"""


def _standings(context: PageContext) -> str:
    if not context.state.complete_rounds:
        return ""
    is_open = " open" if context.state.finished else ""
    table = standings_html(context)
    return f"<details id=standings{is_open}><summary>{_('Standings')}</summary>{table}</details>"


def _settings(state: EventState) -> str:
    now = state.settings
    games = game_titles()
    lates = {"losses": _("losses"), "byes": _("byes")}
    fields = [
        _select("game", _("Points and times"), games, now.scoring),
        _select("best-of", _("Best of"), {str(one): str(one) for one in BEST_OF}, str(now.best_of)),
        _select("tables", _("Tables on screen"), _screen_formats(), now.screen_format or NO_TABLES),
        _number("minutes", _("Minutes of a round"), now.minutes, 1, 240),
        _number("rounds", _("Swiss rounds; 0: by the number of players"), now.rounds, 0, 20),
        _select("late", _("Missed rounds of late players"), lates, now.late),
        _select(
            "registration", _("Players may join by phone"), {"yes": _("yes"), "no": _("no")},
            "yes" if now.registration else "no",
        ),
        _text("format", _("Format or ban list, shown to players"), now.format, MAX_FORMAT_LETTERS),
        _text("wifi", _("Name of the Wi-Fi"), now.wifi_name, MAX_WIFI_BYTES),
        _text("wifi-password", _("Password of the Wi-Fi"), now.wifi_password, MAX_WIFI_BYTES),
    ]  # fmt: skip
    if now.best_of > MAX_SCREEN_BEST_OF and now.screen_format:
        fields.insert(0, f"<p class=warn>{_('On screen, a best of 5 is played as a best of 3.')}</p>")
    return f"<details id=settings><summary>{_('Settings')}</summary>{''.join(fields)}</details>"


def _screen_formats() -> dict[str, str]:
    """Return the words for the formats of tables on screen, and for none."""
    titles = {name: _(FORMATS[name].title) for name in DECK_FORMATS}
    return {NO_TABLES: _("none: cards on the table"), **titles}


def _select(key: str, label: str, words: dict[str, str], chosen: str) -> str:
    options = "".join(
        f"<option value={value}{' selected' if value == chosen else ''}>{text}</option>"
        for value, text in words.items()
    )
    send = send_attribute(do="line", text=f"set {key} ")
    return f"<p><label for=set-{key}>{label}</label><select id=set-{key} {send}>{options}</select></p>"


def _number(key: str, label: str, value: int, least: int, most: int) -> str:
    send = send_attribute(do="line", text=f"set {key} ")
    return (
        f"<p><label for=set-{key}>{label}</label>"
        f"<input id=set-{key} type=number min={least} max={most} value={value} {send}></p>"
    )


def _text(key: str, label: str, value: str, letters: int) -> str:
    send = send_attribute(do="line", text=f"set {key} ")
    own = f'maxlength={letters} value="{escape(value)}" autocomplete=off dir=auto'
    return f"<p><label for=set-{key}>{label}</label><input id=set-{key} {own} {send}></p>"


def _links(context: PageContext) -> str:
    address, code = escape(context.address), context.code
    printed = _("Print the notice") if context.state.round is None else _("Print the slips of this round")
    wifi = wifi_text(context.state.settings)
    shown = f"<p>{_('The Wi-Fi, for phones:')}</p>{qr_svg(wifi)}" if wifi else ""
    is_open = "" if context.state.round is not None else " open"
    return f"""<details id=links{is_open}><summary>{_("Links, projector, files")}</summary>
<p>{_("Players open {address} or scan:", address=f"<b>{address}</b>")}</p>{qr_svg(context.address)}{shown}
<p><a href="/e/{code}/screen" target=_blank rel=noopener>{_("The projector's page")}</a></p>
<p><a href="/e/{code}/print" target=_blank rel=noopener>{printed}</a></p>
<p><a href="/e/{code}/standings.csv" download>{_("Standings as CSV")}</a> ·
<a href="/e/{code}/event.json" download>{_("The whole event as JSON")}</a></p>
<form {send_attribute(do="line", text="say ")} data-clear>
<label for=announce>{_("A line on the projector")}</label>
<input id=announce name=text maxlength=120 autocomplete=off dir=auto><button>{_("Show")}</button></form>
<p>{_("Keep this page's address to yourself: anyone who has it runs the event.")}</p></details>"""


def answer_html(context: PageContext, line: str, answer: Sequence[str], row: int | None) -> str:
    """Return the answer to a line: its sentences, and what it asks for. `row`: of the act to be undone."""
    body = "".join(f"<p dir=auto>{escape(text)}</p>" for text in answer)
    word, _sep, rest = line.strip().partition(" ")
    if word.lower() == "undo" and not rest and row is not None:
        body += line_button(f"undo yes {row}", _("Undo it"), "undo-yes", "button")
    if word.lower() == "link" and (player := _linked_player(context, rest.strip())) is not None:
        address = f"{context.address}#p={context.player_key(player)}"
        body += f"{qr_svg(address)}<p><code>{escape(address)}</code></p>"
    return body


def _linked_player(context: PageContext, name: str) -> int | None:
    number = name.removeprefix("#")
    if name.startswith("#") and number.isdecimal():
        return int(number) if int(number) in context.state.players else None
    known = context.state.player_named(name)
    return known.number if known is not None else None
