"""The organizer's print-out: before round 1 a notice with the QR codes, in a round a slip for each table."""

from __future__ import annotations

from html import escape

from facedown_server.events.pages.page_context import PageContext, name_html, qr_svg, round_title, wifi_text
from facedown_server.events.rules.state import Pairing
from facedown_shared.text import _

SECTIONS = ("controls", "sheet")


def print_parts(context: PageContext) -> dict[str, str]:
    """Return the print-out; its style gives each slip an eighth of a page of A4 or Letter."""
    now = context.state.round
    tables = [one for one in now.pairings if not one.is_bye] if now is not None else []
    sheet = _notice(context) if now is None else "".join(_slip(context, one) for one in tables)
    hint = (
        _("Hang it up where players come in. With a round paired, this page has a slip for each table.")
        if now is None
        else _("Cut along the lines. A player scans the code, and both tap their names.")
    )
    controls = f"<p>{hint}</p><button class=button data-print>{_('Print')}</button>"
    return {"controls": controls, "sheet": f"<div class=slips>{sheet}</div>"}


def _notice(context: PageContext) -> str:
    state, codes = context.state, []
    if text := wifi_text(state.settings):
        name = escape(state.settings.wifi_name)
        codes.append((text, _("Wi-Fi {name}", name=f"<b><bdi>{name}</bdi></b>")))
    codes.append((context.address, f"<b>{escape(context.short_address)}</b>"))
    rows = "".join(
        f"<div>{qr_svg(text)}<p>{f'{number}. ' if len(codes) > 1 else ''}{words}</p></div>"
        for number, (text, words) in enumerate(codes, 1)
    )
    kind = f"<p><bdi>{escape(state.settings.format)}</bdi></p>" if state.settings.format else ""
    lead = _("Scan with your phone, type your name, and your phone shows your table.")
    return f"<div class=notice><h1 dir=auto>{escape(state.name)}</h1>{kind}<p>{lead}</p>{rows}</div>"


def _slip(context: PageContext, own: Pairing) -> str:
    state, now = context.state, context.state.round
    assert now is not None
    number = context.slip_number(now.pairing, own.table)
    address = f"{context.address}/{own.table}#s={number}"
    players = "".join(
        f"<tr><td>{name_html(state, player)}</td><td class=blank></td></tr>" for player in (own.one, own.two)
    )
    typed = _(
        "{address}, number {number}",
        address=f"{escape(context.short_address)}/{own.table}", number=f"<b>{number}</b>",
    )  # fmt: skip
    code = f"<div>{qr_svg(address)}<p>{typed}</p></div>"
    return f"""<div class=paper><div><p><bdi>{escape(state.name)}</bdi> · {round_title(context)}</p>
<p class=number>{own.table}</p><table>{players}</table></div>{code}</div>"""
