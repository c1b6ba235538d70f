"""The page behind a slip's QR code: the result of one table, valid when both names were tapped."""

from __future__ import annotations

from html import escape

from facedown_server.events.pages.page_context import (
    PageContext,
    name_html,
    round_title,
    score_text,
    scores,
    send_attribute,
    unfinished_scores,
)
from facedown_server.events.rules.acts import Score
from facedown_server.events.rules.state import EventState, Pairing
from facedown_shared.text import _

SECTIONS = ("head", "slip")


def slip_parts(
    context: PageContext, own: Pairing | None, score: Score | None, tapped: frozenset[int], *, is_open: bool
) -> dict[str, str]:
    """Return the page of a slip. `own`: its pairing; None if it is not of the present round. `is_open`: the
    page has shown the slip's number.
    """
    state = context.state
    title = _("Table {number}", number=own.table) if own is not None else escape(state.name)
    head = (
        f"<h1 dir=auto>{title}</h1><p class=lead><bdi>{escape(state.name)}</bdi> · {round_title(context)}</p>"
    )
    if not is_open:
        return {"head": head, "slip": _number_form()}
    if own is None:
        return {"head": head, "slip": f"<p class=card>{_('This slip is not of the present round.')}</p>"}
    if own.result is not None:
        return {"head": head, "slip": _result_card(state, own)}
    return {"head": head, "slip": _steps(state, own, score, tapped)}


def _number_form() -> str:
    return f"""<form {send_attribute(do="slip")}><label for=slip-number>{
        _("The number on the slip of your table")
    }</label><input id=slip-number name=text required maxlength=8 inputmode=numeric autocomplete=off>
<button class=button>{_("Open the slip")}</button></form>"""


def _result_card(state: EventState, own: Pairing) -> str:
    one, two = name_html(state, own.one), name_html(state, own.two)
    return (
        f"<p class=card><b>{one} {score_text(own)} {two}</b><br>"
        f"{_('The result is entered. If it is wrong, see the organizer.')}</p>"
    )


def _steps(state: EventState, own: Pairing, score: Score | None, tapped: frozenset[int]) -> str:
    one, two = name_html(state, own.one), name_html(state, own.two)
    buttons = "".join(_score(pair, score) for pair in scores(state))
    rest = "".join(_score(pair, score) for pair in unfinished_scores(state))
    is_open = " open" if score is not None and (score.one, score.two) in unfinished_scores(state) else ""
    names = "".join(
        f"<button id=tap{player} class=name {send_attribute(do='tap', player=player)} "
        f"aria-pressed={'true' if player in tapped else 'false'}>{name_html(state, player)}</button>"
        for player in (own.one, own.two)
    )
    confirm = f"<h2>{_('Both of you tap your name')}</h2><div class=scores>{names}</div>" if score else ""
    return f"""<h2>{_("The result: {one} to {two}", one=one, two=two)}</h2><div class=scores>{buttons}</div>
<details id=unfinished{is_open}><summary>{_("Time was over, or a draw")}</summary>
<div class=scores>{rest}</div></details>{confirm}"""


def _score(pair: tuple[int, int], chosen: Score | None) -> str:
    one, two = pair
    pressed = "true" if chosen is not None and (chosen.one, chosen.two) == pair else "false"
    words = escape(_("{own} to {other}", own=one, other=two))
    send = send_attribute(do="score", own=one, other=two)
    return f'<button id=s{one}{two} {send} aria-pressed={pressed} aria-label="{words}">{one} : {two}</button>'
