"""The texts and the look of the HTTP pages. Plain values in, HTML out, in the reader's language
(`facedown_shared.text.language.speaking`).

A page loads nothing but its icons: its style, its emblem and its small scripts are inline, named by their
digests in its Content-Security-Policy. It works without the scripts. Only the page behind a link also loads
the browser's client, from this server. All text from people is escaped.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files
from itertools import islice

from facedown_server.network.pages.browser_assets import load_bundles, text_names
from facedown_server.network.pages.link_previews import HEAD, Preview
from facedown_shared.protocol.messages import LobbyRow
from facedown_shared.tables import FORMATS
from facedown_shared.text import _, current_language, gettext_noop, ngettext

_WEB = files("facedown_server.network.pages") / "web"
STYLE = (_WEB / "style.css").read_text(encoding="utf-8")
SCRIPT = (_WEB / "link.js").read_text(encoding="utf-8")
LIST_SCRIPT = (_WEB / "table_list.js").read_text(encoding="utf-8")
EMBLEM = (_WEB / "emblem.svg").read_text(encoding="utf-8").strip()
TURN_EMBLEM = EMBLEM.replace("</svg>", '<circle cx="74%" cy="26%" r="24%" fill="#ffc24b"/></svg>')
"""The emblem in the tab of a player who is asked something."""

STAGES = {
    "toss": gettext_noop("about to begin"),
    "order": gettext_noop("about to begin"),
    "duel": gettext_noop("in play"),
    "siding": gettext_noop("between two duels"),
    "over": gettext_noop("over"),
}
"""The names of a table's stages on a page, once its seats are taken."""

WAYS = {
    "rules": gettext_noop("by the rules"),
    "half": gettext_noop("half and half"),
    "free": gettext_noop("free, by hand"),
    "core": gettext_noop("by EDOPro's core"),
    "paper": gettext_noop("with cards on paper"),
}
"""How a table is played, by its mode; "paper" in place of a mode, if cards are on paper."""

COMMANDS = {
    "Windows": "py run.py {}",
    "macOS": "cd ~/Downloads &amp;&amp; {{ [ ! -f facedown.zip ] || unzip -qo facedown.zip; }} &amp;&amp; "
    "cd facedown &amp;&amp; python3 run.py {}",
    "Linux": "cd ~/Downloads &amp;&amp; python3 -m zipfile -e facedown.zip . &amp;&amp; "
    "cd facedown &amp;&amp; python3 run.py {}",
}
"""The command by system; {} stands for the link."""

BEFORE = {
    "Windows": gettext_noop(
        "Right-click facedown.zip and choose “Extract All”. Open the folder in which you see run.py, "
        "click into the address bar above it, type <code>cmd</code> and press Enter. Then paste:"
    ),
    "macOS": gettext_noop("Open Terminal (in Applications, Utilities) and paste:"),
    "Linux": gettext_noop("Open a terminal and paste:"),
}
"""Instructions for the step before the command, by system."""


UNREACHABLE = gettext_noop(
    "For the host of this server: it runs in a container and does not know its public address, so links to "
    "its tables do not work. Set {setting} (with Docker Compose in a file {env} beside {compose}), and "
    "restart it."
)
"""Shown on the front page of a server in a container whose host has not set its public address."""

ALONE = {"practice": gettext_noop("Practise against the bot"), "solo": gettext_noop("Solo")}
"""The buttons of tables for one person, by kind."""

MAX_PREVIEWED_TABLES = 3
"""Waiting tables that a chat app shows of the front page."""

MAX_LISTED_TABLES = 200
"""Maximum number of tables on the front page, so that the page fits the outbox of one reader."""

UNTOLD = gettext_noop(
    "Only facedown itself can tell whether this link has a table; a public page cannot. If there is none "
    "(any more), ask your friend for a new link."
)
"""Text for a table that is not public, and for one that does not exist."""


CORE = gettext_noop("Duels are also played by EDOPro's core, free software with its source: {source}")
PHONE = gettext_noop("A phone plays in the browser: open a friend's link, or choose one of the tables above.")
PAGE_ADDRESS = gettext_noop("THE-ADDRESS-OF-THIS-PAGE")
WHOLE_LINK = gettext_noop("PASTE-THE-WHOLE-LINK-HERE")
INSTEAD = gettext_noop(
    "Replace {place} with the address of this page, including everything after the # sign."
)
CUT = gettext_noop("This link is incomplete: the part after the # sign is missing. Ask for the full link.")
YOURS = gettext_noop("Keep this link to yourself: anyone who opens it has your seat and sees your hand.")
HAVING = gettext_noop(
    "Already have facedown? Start it and paste this link on its first screen. The link is for you: anyone "
    "who has it can take your place."
)
PYTHON = gettext_noop(
    "Windows: {windows}, or the installer from python.org. macOS: the installer from python.org. Debian and "
    "Ubuntu: {debian}."
)
INSTALL = {
    "windows": "<code>winget install Python.Python.3.13</code>",
    "debian": "<code>sudo apt install python3 python3-venv</code>",
}


HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")
"""Pattern of Host headers that may be put into a policy or an address."""


def _digest(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


POLICY = (
    f"default-src 'none'; style-src {_digest(STYLE)}; script-src {_digest(SCRIPT)}; img-src 'self'; "
    "manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
"""Content-Security-Policy that allows only the page's inline content and its icons."""
HOME_POLICY = POLICY.replace("script-src ", f"script-src {_digest(LIST_SCRIPT)} ") + "; connect-src 'self'"
"""Policy of the front page, which refreshes its list of tables."""


def game_page_policy(host: str, nodes: Sequence[str] = ()) -> str:
    """Return the policy of the page behind a link, on which one plays.

    It also allows files of this server, and connections to this server, named `host` by the browser, and to
    `nodes`, the addresses of the other nodes (such as https://one.example).
    """
    places = [("ws", host), ("wss", host)]
    for scheme, other in (node.split("://", 1) for node in nodes if "://" in node):
        places.append((f"ws{scheme.removeprefix('http')}", other.partition("/")[0]))
    allowed = dict.fromkeys(f" {scheme}://{name}" for scheme, name in places if HOST.fullmatch(name))
    own = "".join(allowed)
    policy = POLICY.replace("style-src ", "style-src 'self' ").replace("script-src ", "script-src 'self' ")
    return f"{policy}; connect-src 'self'{own}"


def home_page(
    title: str, rows: Sequence[LobbyRow] | None, size: int, *, unreachable: bool = False, core: str = "",
    base: str = "", alone: Sequence[str] = (), listed: str = "", events: str = "",
) -> str:  # fmt: skip
    """Return the front page: an introduction, the open tables, how to play. `size`: bytes of the download, 0
    for none. `base`: the address of this server, if it is known. `listed`: the list of tables, if it was made
    before.

    `rows`: None if the server has a password; the page then asks for it.

    `unreachable`: the host has not set the server's public address. `core`: EDOPro's core, if duels are
    played by it, and the address of its source. `alone`: "practice" and "solo", if tables of these kinds
    can be opened. `events`: links to this server's events, as HTML.
    """
    return _page(
        title,
        f"""
<header>{EMBLEM}<div><h1 dir="auto">{escape(title)}</h1>
<p class="lead">{
            _("A server for card duels: two players by link, friends as spectators, anyone on this network.")
        }</p></div></header>{_unreachable_page() if unreachable else ""}
{events}<p class="choices"><a class="button" href="/new">{_("Open a table")}</a>
{"".join(f'<a class="button" href="/new#{kind}">{_(ALONE[kind])}</a> ' for kind in alone)}
{f'<a class="button" href="/new#lessons">{_("Lessons")}</a>' if "solo" in alone else ""}
<a class="button" href="/new#companion">{_("Cardboard companion")}</a></p>
<h2>{_("Open tables")}</h2>
<div data-list>{
            f'<div id="browser" data-files="{escape(text_names())}"></div>'
            if rows is None
            else listed or table_list(rows)
        }</div>
<p class="faint" data-stale hidden>{_("The list could not be refreshed. It is tried again.")}</p>
<p><a href="/decks">{_("Your decks")}</a> <span class="faint">{
            _("built here and kept in this browser")
        }</span></p>
<p><a href="/replay">{_("Your replays")}</a> <span class="faint">{
            _("of duels that you finished in this browser")
        }</span></p>
<h2>{_("How to play here")}</h2>
<p data-phone hidden>{_(PHONE)}</p>
<div data-desk>{_steps(size, f"<span data-server>{_(PAGE_ADDRESS)}</span>")}
<p class="faint" data-unfilled>{
            _("Replace {place} with the address of this page.", place=_(PAGE_ADDRESS))
        }</p></div>{_core(core)}
{"" if rows is None else f"<script>{LIST_SCRIPT}</script>"}
""",
        _loads("other_pages") if rows is None else "",
        preview=Preview(title, _home_description(rows or ()), "facedown", base),
    )


def _home_description(rows: Sequence[LobbyRow]) -> str:
    """Return who waits at this server, for chat apps."""
    waiting = islice(filter(is_waiting, rows), MAX_PREVIEWED_TABLES)
    return _("; ").join(f"{who_plays(row)} ({game_words(row)})" for row in waiting) or _(
        "A server for card duels: two players by link, friends as spectators, anyone on this network."
    )


def not_found_page(title: str, why: str) -> str:
    """Return the "not found" page; `why` is a sentence."""
    return _page(
        _("Not here – {title}", title=title),
        f"""
<header>{EMBLEM}<div><h1>{escape(why)}</h1>
<p class="lead">{_("This is {title}, a server for card duels.", title=_isolate(title))}
<a href="/">{_("Its front page")}</a>{
            _(" lists the tables that are open, and says how to play.")
        }</p></div></header>
""",
    )


def table_page(title: str, row: LobbyRow | None, size: int, core: str = "", base: str = "") -> str:
    """Return the page behind a link: the inviting player, the settings, how to join.

    Without a `row` the table is not public. The page is then the same for every code, so it does not disclose
    whether the table exists.
    """
    name = row.host if row and row.host else _("A player")
    host, on = escape(name), _isolate(title)
    table = (
        _("Table {code} on {server}", code=escape(row.code), server=on)
        if row
        else _("On {server}", server=on)
    )
    facts = (
        f'<ul class="facts" data-open>{_facts(row)}</ul>'
        if row
        else f'<p class="faint" data-untold>{_(UNTOLD)}</p>'
    )
    return _page(
        _("{name} invites you – {title}", name=name, title=title),
        f"""
<header>{EMBLEM}<div><h1 dir="auto"><span data-seat>{_("{name} invites you to a duel", name=host)}</span>
<span data-watch hidden>{_("{name} invites you to watch a duel", name=host)}</span>
<span data-back hidden>{_("Return to your seat")}</span></h1>
<p class="lead">{table}</p></div></header>
{facts}
<div id="browser" data-files="{escape(text_names())}" data-mode="{escape(row.mode if row else "")}"></div>
<p class="warn" data-cut hidden>{_(CUT)}</p>
<p class="warn" data-back hidden>{_(YOURS)}</p>
<div data-desk><h2>{_("How to play with the full game, in its own window")}</h2>
{_steps(size, f"<span data-link>{_(WHOLE_LINK)}</span>")}
<p class="faint" data-unknown>{_(INSTEAD, place=_(WHOLE_LINK))}</p>
<p class="faint">{_(HAVING)}</p></div>{_core(core)}
""",
        _loads(),
        Preview(_preview_title(row), _preview_description(row), title, base),
    )


def _preview_title(row: LobbyRow | None) -> str:
    """Return the players of a table for chat apps. Of a table that is not public they say nothing."""
    return who_plays(row) if row else _("{name} invites you to a duel", name=_("A player"))


def _preview_description(row: LobbyRow | None) -> str:
    return _(", ").join(_listed_facts(row)) if row else _("Open the link to play in your browser.")


def _core(source: str) -> str:
    """Return the core's name and the address of its source, as its licence requires."""
    return f'<p class="faint">{_(CORE, source=_link_html(source))}</p>' if source else ""


def _link_html(source: str) -> str:
    """Return the text with its address as a link."""
    words = [
        f'<a href="{escape(word)}" rel="noreferrer">{escape(word)}</a>'
        if word.startswith(("https://", "http://"))
        else escape(word)
        for word in source.split(" ")
    ]
    return " ".join(words)


def replay_page(title: str) -> str:
    """Return the page behind a link to a replay. The replay's secret is behind the # sign, so the server does
    not see it.
    """
    return _page_without_table(_("A replay – {title}", title=title), _("Replays"), title)


def new_table_page(title: str) -> str:
    """Return the page on which a table is opened."""
    return _page_without_table(_("Open a table – {title}", title=title), _("Open a table"), title)


def decks_page(title: str) -> str:
    """Return the page on which decks are built. They are stored in the browser."""
    return _page_without_table(_("Decks – {title}", title=title), _("Your decks"), title)


def _page_without_table(name: str, heading: str, title: str) -> str:
    """Return a page that the browser client's second bundle fills."""
    return _page(
        name,
        f"""
<header>{EMBLEM}<div><h1>{heading}</h1><p class="lead">{
            _("On {server}", server=_isolate(title))
        }</p></div></header>
<div id="browser" data-files="{escape(text_names())}"></div>
""",
        _loads("other_pages"),
    )


def _loads(bundle: str = "app") -> str:
    """Return the HTML that loads a bundle of the browser client, and in the reader's language its texts."""
    script, *parts = load_bundles()[bundle]
    texts = json.loads(text_names())[f"{current_language()}.json"]
    return (
        f'<link rel="stylesheet" href="/browser/{load_bundles()["look"][0]}">'
        f'<link rel="preload" as="fetch" crossorigin href="/browser/{texts}">'
        + "".join(f'<link rel="modulepreload" href="/browser/{part}">' for part in parts)
        + f'<script type="module" src="/browser/{script}"></script>'
    )


def _isolate(text: str) -> str:
    """Return a person's text, isolated from the direction of the text around it."""
    return f"<bdi>{escape(text)}</bdi>"


def _unreachable_page() -> str:
    setting = "<code>FACEDOWN_PUBLIC_URL=<span data-base>http://192.168.1.20:7777</span></code>"
    files = {"env": "<code>.env</code>", "compose": "<code>docker-compose.yml</code>"}
    return f'<p class="warn">{_(UNREACHABLE, setting=setting, **files)}</p>'


def _facts(row: LobbyRow) -> str:
    facts = [
        (_("Game"), game_words(row)),
        (_("Match"), _("best of {count}", count=row.best_of) if row.best_of > 1 else _("a single duel")),
        (_("Clock"), _clock(row) if row.clock.bank else _("none")),
        (_("Players"), who_plays(row)),
        *([] if is_waiting(row) else [(_("Now"), _(STAGES.get(_stage(row), row.stage)))]),
        *([(_("Password"), _("ask the host"))] if row.locked else []),
        *([(_("Note"), _("the client of a player there does not play it"))] if row.cannot_play else []),
    ]
    return "".join(f"<li><b>{escape(name)}</b>{escape(fact)}</li>" for name, fact in facts)


def _clock(row: LobbyRow) -> str:
    return _("{minutes} min + {seconds} s", minutes=row.clock.bank // 60, seconds=row.clock.increment)


def game_words(row: LobbyRow) -> str:
    """Return the format or ban list, how it is played, and the point limit of a deck if cards cost points."""
    rules = FORMATS.get(row.format)
    title = row.banlist or (_(rules.title) if rules is not None else row.format)
    way = "paper" if rules is not None and rules.on_paper else row.mode
    facts = [title, _(WAYS.get(way, way))]
    if row.life is not None:
        facts.append(_("{life} Life", life=row.life))
    if row.point_cap is not None:
        facts.append(_("decks of up to {cap} points", cap=row.point_cap))
    return _(", ").join(facts)


def table_list(rows: Sequence[LobbyRow]) -> str:
    """Return the list of tables: first those with a free seat. What is over is not listed."""
    rows = sorted((row for row in rows if row.stage != "over"), key=lambda row: not is_waiting(row))
    if not rows:
        return f'<p class="faint">{_("None at the moment. Open one, and it is listed here.")}</p>'
    body = "".join(
        f'<li><a href="/t/{escape(row.code)}"><b>{who_plays(row, _isolate)}</b> '
        f"<span>{escape(_(', ').join(_listed_facts(row)))} <code>{escape(row.code)}</code></span></a></li>"
        for row in rows[:MAX_LISTED_TABLES]
    )
    tables, more = f'<ul class="tables">{body}</ul>', len(rows) - MAX_LISTED_TABLES
    if more <= 0:
        return tables
    words = ngettext(
        "And {count} more, which the game itself lists.",
        "And {count} more, which the game itself lists.",
        more,
    )
    return f'{tables}<p class="faint">{words}</p>'


def is_waiting(row: LobbyRow) -> bool:
    """Return whether a table has a free seat."""
    return row.stage == "gathering" and not (row.host and row.opponent)


def who_plays(row: LobbyRow, show: Callable[[str], str] = str) -> str:
    """Return the sentence with the players of a table; `show` makes HTML of a name."""
    names = [show(name) for name in (row.host, row.opponent) if name]
    if is_waiting(row):
        return _("{name} waits for an opponent", name=names[0]) if names else _("Both seats are free")
    return _("{name} against {other}", name=names[0], other=names[1]) if len(names) > 1 else "".join(names)


def _listed_facts(row: LobbyRow) -> list[str]:
    """Return what the list says of a table besides its players."""
    return [
        game_words(row),
        *([_("best of {count}", count=row.best_of)] if row.best_of > 1 else []),
        *([_clock(row)] if row.clock.bank else []),
        *([] if is_waiting(row) else [_(STAGES.get(_stage(row), row.stage))]),
        *([_("with a password")] if row.locked else []),
    ]


def _stage(row: LobbyRow) -> str:
    """Return the stage to show: a table whose seats are taken does not wait for players."""
    return row.stage if row.stage != "gathering" or is_waiting(row) else "toss"


def _steps(size: int, link: str) -> str:
    """Return the three steps for joining; the third has a variant for each system."""
    if size:
        download = (
            f'<a class="button" href="/facedown.zip" download>{_("Download facedown.zip")}</a> '
            f'<span class="faint">{_("{size}, the version this server speaks", size=_readable(size))}</span>'
        )
    else:
        download = _("This server does not offer facedown for download. Get it from where its host got it.")
    systems = "".join(
        f'<details open data-system="{system.lower()}"><summary>{system}</summary><p>{_(BEFORE[system])}</p>'
        f"<pre><code>{command.format(f'&quot;{link}&quot;')}</code></pre></details>"
        for system, command in COMMANDS.items()
    )
    return f"""<ol class="steps">
<li><h3>{_("Have Python 3.11 or newer")}</h3><p class="faint">{_(PYTHON, **INSTALL)}</p></li>
<li><h3>{_("Get the game")}</h3><p>{download}</p></li>
<li><h3>{_("Start it")}</h3><p class="faint">{
        _("The first start downloads what it needs, which takes about a minute; then you play.")
    }</p>{systems}</li>
</ol>"""


def _readable(size: int) -> str:
    return f"{size / 1_048_576:.1f} MB" if size >= 1_048_576 else f"{max(1, size // 1024)} kB"


def _page(title: str, body: str, loads: str = "", preview: Preview | None = None) -> str:
    return f"""<!doctype html>
<html lang="{current_language().replace("_", "-")}"><head><meta charset="utf-8"><title>{escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="/emblem.svg" type="image/svg+xml">{HEAD}{preview.tags() if preview else ""}
<style>{STYLE}</style>{loads}</head>
<body><main>{body}<footer>{_("facedown: players are sent only what the rules let them see.")}</footer></main>
<script>{SCRIPT}</script></body></html>
"""
