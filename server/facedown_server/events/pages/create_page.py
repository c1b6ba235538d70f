"""The page with the form of a new event: its name, whose points and times count, cards or tables on screen,
the room's Wi-Fi.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from facedown_server.events.pages.page_context import send_attribute
from facedown_server.events.rules.reducer import BEST_OF
from facedown_server.events.rules.scoring import GAMES
from facedown_shared.tables.formats import DECK_FORMATS, FORMATS
from facedown_shared.text import _

SECTIONS = ("own", "create")


def create_title() -> str:
    """Return the title of the page."""
    return _("New event")


def game_titles() -> dict[str, str]:
    """Return the words for each game whose points and times can count."""
    return {
        "friendly": _("Friendly"), "konami": _("Konami's points"), "flesh-and-blood": _("Flesh and Blood"),
    }  # fmt: skip


def create_parts(events: Mapping[str, str]) -> dict[str, str]:
    """Return the form, after links to the events (names by codes) that this browser may run: the script shows
    those whose keys it has.
    """
    own = "".join(
        f'<li data-own="{code}" hidden><a class=button href="/e/{code}/organizer">'
        f"<bdi>{escape(name)}</bdi></a></li>"
        for code, name in events.items()
    )
    formats = {"": _("none: cards on the table"), **{one: _(FORMATS[one].title) for one in DECK_FORMATS}}
    games = {key: _game_words(key) for key in game_titles()}
    counts = {"": _("as chosen above"), **{str(one): str(one) for one in BEST_OF}}
    by_game = f'inputmode=numeric placeholder="{escape(counts[""])}"'
    return {
        "own": f"<ul>{own}</ul>" if own else "",
        "create": f"""<h1>{create_title()}</h1>
<p class=lead>{_("A Swiss evening for friends, a club or a shop; not for sanctioned tournaments.")}</p>
<form {send_attribute(do="create")}>
{_field("name", _("Name of the event"), 60)}
{_choice("game", _("Points and times"), games)}
{_choice("tables", _("Tables on screen"), formats)}
<div class=columns>{_choice("best_of", _("Best of"), counts)}
{_field("minutes", _("Minutes of a round"), 3, by_game)}</div>
{_field("format", _("Format or ban list, shown to players"), 40)}
<details id=wifi><summary>{_("Wi-Fi of the room, as a QR code")}</summary>
{_field("wifi_name", _("Name of the Wi-Fi"), 32)}
{_field("wifi_password", _("Password of the Wi-Fi"), 63)}
<p class=faint>{_("Anyone in the room can read it on the projector and the print-out.")}</p></details>
<button class=button>{_("Create the event")}</button></form>""",
    }


def _game_words(key: str) -> str:
    game = GAMES[key]
    points, minutes = game.scoring.points, game.procedure.minutes
    return _(
        "{game}: {win}/{draw}/0 points, best of {count}, {minutes} minutes",
        game=game_titles()[key], win=points.win, draw=points.draw, count=game.best_of, minutes=minutes,
    )  # fmt: skip


def _field(name: str, label: str, letters: int, more: str = "") -> str:
    own = f"id=new-{name} name={name} maxlength={letters} {more}"
    return f"<p><label for=new-{name}>{label}</label><input {own} autocomplete=off dir=auto></p>"


def _choice(name: str, label: str, words: dict[str, str]) -> str:
    options = "".join(f'<option value="{value}">{text}</option>' for value, text in words.items())
    return f"<p><label for=new-{name}>{label}</label><select id=new-{name} name={name}>{options}</select></p>"
