"""The page of a player's phone: name, table, opponent, clock, result, standings, drop and calling."""

from __future__ import annotations

from html import escape

from facedown_server.events.pages.page_context import (
    PageContext,
    clock_html,
    name_html,
    replays_html,
    round_title,
    scores,
    send_attribute,
    standings_html,
    unfinished_scores,
)
from facedown_server.events.rules.acts import Score
from facedown_server.events.rules.state import EventState, Pairing, Round
from facedown_shared.text import _, ngettext

Parts = dict[str, str]

SECTIONS = ("join", "head", "table", "result", "past", "standings", "leave")


def join_parts(context: PageContext) -> Parts:
    """Return the page of a phone that belongs to no player yet."""
    state = context.state
    parts = dict.fromkeys(SECTIONS, "")
    parts["head"] = f"<h1 dir=auto>{escape(state.name)}</h1><p class=lead>{round_title(context)}</p>"
    parts["standings"] = standings_html(context) if state.complete_rounds else ""
    if state.finished:
        parts["standings"] += replays_html(context)
        return parts
    closed = f"<p>{_('Registration is closed: see the organizer.')}</p>"
    parts["join"] = (
        (
            f"""<form {send_attribute(do="join")}><h2>{_("Take part")}</h2>
<label for=name>{_("Your name")}</label>
<input id=name name=name required maxlength=24 autocomplete=nickname dir=auto>
<button class=button>{_("Join")}</button></form>"""
            if state.settings.registration
            else closed
        )
        + f"""<details id=return><summary>{_("I have joined already, on another phone")}</summary>
<form {send_attribute(do="back")}><label for=back-name>{_("Your name")}</label>
<input id=back-name name=name required maxlength=40 dir=auto>
<label for=pin>{_("Your four-digit number")}</label>
<input id=pin name=pin required maxlength=8 inputmode=numeric autocomplete=off>
<button class=button>{_("Continue here")}</button></form></details>"""
    )
    return parts


def page_title(context: PageContext, player: int) -> str:
    """Return the title of the page's tab."""
    now = context.state.round
    own = now.of_player(player) if now is not None else None
    if own is None or own.is_bye or own.result is not None:
        return context.state.name
    return f"{_('Table {number}', number=own.table)} – {context.state.name}"


def news_for_player(state: EventState, player: int, known: tuple[int, int]) -> tuple[str, tuple[int, int]]:
    """Return the sentence for a player who has got another table since `known`, and what is known then."""
    now = state.round
    own = now.of_player(player) if now is not None else None
    if now is None or own is None or state.finished:
        return "", known
    place = (now.pairing, own.table)
    if place == known or (own.result is not None and not own.is_bye):
        return "", place
    if own.is_bye:
        return _("Round {number}: you have a bye, which counts as a win.", number=now.number), place
    other = state.players[_opponent(own, player)].name
    sentence = _(
        "Round {number}: table {table}, against {name}.", number=now.number, table=own.table, name=other
    )
    return sentence, place


def _opponent(pairing: Pairing, player: int) -> int:
    return pairing.two if pairing.one == player else pairing.one


def player_parts(context: PageContext, player: int) -> Parts:
    """Return the page of a registered player."""
    state = context.state
    parts = dict.fromkeys(SECTIONS, "")
    parts["head"] = (
        f"<h1>{name_html(state, player)}</h1>"
        f"<p class=lead><bdi>{escape(state.name)}</bdi> · {round_title(context)}</p>"
    )
    now = state.round
    own = now.of_player(player) if now is not None else None
    if now is not None and own is not None and not state.finished:
        parts["table"] = _table(context, own, player)
        parts["result"] = _result(state, now, own, player)
    elif not state.finished:
        parts["table"] = f"<p class=card>{_waiting_sentence(state, player)}</p>"
    parts["past"] = _past(context, player)
    if state.complete_rounds:
        parts["standings"] = (
            f"<details id=all{' open' if state.finished else ''}><summary>{_('Standings')}</summary>"
            f"{standings_html(context, player)}</details>"
        )
    if state.finished:
        parts["standings"] += replays_html(context)
    if not state.finished:
        parts["leave"] = _leave(context, player)
    return parts


def _waiting_sentence(state: EventState, player: int) -> str:
    if state.players[player].dropped:
        return _("You have left the event. To take part again, see the organizer.")
    if state.round is None:
        return _("You take part. Your table appears here when round 1 is paired; this page may stay open.")
    return _("You take part from the next round on.")


def _table(context: PageContext, own: Pairing, player: int) -> str:
    state = context.state
    if own.is_bye:
        bye = _("You have a bye: no opponent in this round. It counts as a win.")
        return f"<div class=card><p>{bye}</p></div>"
    opponent = name_html(state, _opponent(own, player))
    path = context.seat_path(player)
    link = f'<p><a class="button" href="{path}">{_("To the table")}</a></p>' if path else ""
    clock = "" if own.result is not None else f"<p class=clock>{clock_html(own.added_minutes)}</p>"
    return (
        f"<div class=card><p>{_('Your table')}</p><p class=number>{own.table}</p>"
        f"<p class=opponent>{_('against {name}', name=opponent)}</p>{clock}{link}</div>"
    )


def _result(state: EventState, now: Round, own: Pairing, player: int) -> str:
    if own.is_bye:
        return ""
    if own.result is not None:
        return f"<p class=done>{_('Result: {result}', result=own_result(own, player))}</p>"
    claims = own.claims if own.one == player else own.claims[::-1]
    mine, theirs = (_own_score(claim, own, player) for claim in claims)
    other = name_html(state, _opponent(own, player))
    buttons = "".join(_claim_button(now, score, mine) for score in scores(state))
    rest = "".join(_claim_button(now, score, mine) for score in unfinished_scores(state))
    is_open = " open" if mine in unfinished_scores(state) else ""
    return f"""<h2>{_("The result, your wins first")}</h2><div class=scores>{buttons}</div>
<details id=unfinished{is_open}><summary>{_("Time was over, or a draw")}</summary>
<div class=scores>{rest}</div></details><p>{_claim_text(mine, theirs, other)}</p>"""


def _own_score(claim: Score | None, own: Pairing, player: int) -> tuple[int, int] | None:
    if claim is None:
        return None
    return (claim.one, claim.two) if own.one == player else (claim.two, claim.one)


def _claim_button(now: Round, score: tuple[int, int], mine: tuple[int, int] | None) -> str:
    one, two = score
    request = send_attribute(do="claim", pairing=now.pairing, own=one, other=two)
    pressed = "true" if score == mine else "false"
    words = escape(_("{own} to {other}", own=one, other=two))
    return (
        f'<button id=c{one}{two} {request} aria-pressed={pressed} aria-label="{words}">{one} : {two}</button>'
    )


def _claim_text(mine: tuple[int, int] | None, theirs: tuple[int, int] | None, other: str) -> str:
    if mine is None and theirs is None:
        return _("Both of you enter it; it counts when both have entered the same.")
    if theirs is None:
        return _("You have entered {own}. Now {name} enters the same.", own=_pair(mine), name=other)
    if mine is None:
        return _("{name} has entered {own}. Enter the same if it is right.", own=_pair(theirs), name=other)
    return _(
        "You have entered {own}, {name} {their}. One of you changes it, or the organizer decides.",
        own=_pair(mine), name=other, their=_pair(theirs),
    )  # fmt: skip


def _pair(score: tuple[int, int] | None) -> str:
    return f"<b>{score[0]}&nbsp;:&nbsp;{score[1]}</b>" if score else ""


def own_result(pairing: Pairing, player: int) -> str:
    """Return a result in the words of one of its players."""
    result = pairing.result
    assert result is not None
    score = result.score if pairing.one == player else result.score.reversed
    won = result.outcome == ("one" if pairing.one == player else "two")
    text = f"{score.one}&nbsp;:&nbsp;{score.two}"
    if won:
        return _("won {score}", score=text)
    if result.outcome == "draw":
        return _("drawn {score}", score=text)
    return _("lost {score}", score=text)


def _past(context: PageContext, player: int) -> str:
    state, rows = context.state, []
    for played in reversed(state.rounds):
        own = played.of_player(player)
        if own is None or own.result is None or (played is state.round and not state.finished):
            continue
        words = _("Round {number}: bye", number=played.number)
        if not own.is_bye:
            words = _(
                "Round {number}, table {table}: {name}", number=played.number, table=own.table,
                name=name_html(state, _opponent(own, player)),
            )  # fmt: skip
        rows.append(f"<li>{words} <b>{'' if own.is_bye else own_result(own, player)}</b></li>")
    place = next((row for row in context.standings if row.player == player), None)
    if place is not None and state.complete_rounds:
        points = ngettext("{count} point", "{count} points", place.points)
        rows.append(
            f"<li>{_('Place {place} of {all}', place=place.place, all=len(context.standings))}, {points}</li>"
        )
    return f"<ul class=past>{''.join(rows)}</ul>" if rows else ""


def _leave(context: PageContext, player: int) -> str:
    me = context.state.players[player]
    called = _("You have called the organizer.") if me.calls else ""
    call = f"<button id=call {send_attribute(do='call')}>{_('Call the organizer')}</button>"
    drop = f"""<details id=drop><summary>{_("Drop…")}</summary>
<p>{_("You leave the event after this round and are paired no more. Your results stay.")}</p>
<button id=drop-now {send_attribute(do="drop")}>{_("Leave the event")}</button></details>"""
    other_phone = _("On another phone, continue with your name and this number: {pin}", pin=me.pin)
    pin = f"<p class=faint>{other_phone}</p>" if me.pin else ""
    return f"<p>{called or call}</p>{'' if me.dropped else drop}{pin}"
