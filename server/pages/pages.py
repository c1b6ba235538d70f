"""The words and the look of the pages a server shows in a browser. Plain values in, HTML out.

A page loads nothing: its style, its emblem and its one small script stand in it, named by their digests in
its Content-Security-Policy. It works without the script. Whatever came from a person is escaped.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from shared.formats import FORMATS
from shared.protocol.messages import LobbyRow

_WEB = files("server.pages") / "web"
STYLE = (_WEB / "style.css").read_text(encoding="utf-8")
SCRIPT = (_WEB / "link.js").read_text(encoding="utf-8")
EMBLEM = (_WEB / "emblem.svg").read_text(encoding="utf-8").strip()

STAGES = {
    "gathering": "waiting for players",
    "toss": "about to begin",
    "order": "about to begin",
    "duel": "in play",
    "siding": "between two duels",
    "over": "over",
}
"""What a table's stage is called on a page."""

COMMANDS = {
    "Windows": "py run.py {}",
    "macOS": "cd ~/Downloads &amp;&amp; {{ [ ! -f facedown.zip ] || unzip -qo facedown.zip; }} &amp;&amp; "
    "cd facedown &amp;&amp; python3 run.py {}",
    "Linux": "cd ~/Downloads &amp;&amp; python3 -m zipfile -e facedown.zip . &amp;&amp; "
    "cd facedown &amp;&amp; python3 run.py {}",
}
"""The command by system; {} is where the link goes."""

BEFORE = {
    "Windows": "Right-click facedown.zip and choose “Extract All”. Open the folder in which you see run.py, "
    "click into the address bar above it, type <code>cmd</code> and press Enter. Then paste:",
    "macOS": "Open Terminal (in Applications, Utilities) and paste:",
    "Linux": "Open a terminal and paste:",
}
"""What to do before it."""


UNREACHABLE = """
<p class="warn">For the host of this server: it runs in a container and does not know the address people use,
so that links to its tables lead nowhere. Set
<code>FACEDOWN_PUBLIC_URL=<span data-base>http://192.168.1.20:7777</span></code> (with Docker Compose in a
file <code>.env</code> beside <code>docker-compose.yml</code>), and start it again.</p>"""
"""Shown on the front page of a server in a container whose host has not set its public address."""

MOST = 200
"""The most tables on the front page, so that a page stays below what may wait for one reader."""

UNTOLD = (
    '<p class="faint">Only facedown itself can say whether a table is behind this link; a page that '
    "anybody can open does not. If there is none (any more), ask your friend for a new link.</p>"
)
"""Shown for a table that is not open to all, and for one that does not exist."""


def _digest(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


POLICY = (
    f"default-src 'none'; style-src {_digest(STYLE)}; script-src {_digest(SCRIPT)}; img-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
"""Browsers load and run nothing but what stands in the page, and the emblem."""


def home_page(title: str, rows: Sequence[LobbyRow], size: int, *, unreachable: bool = False) -> str:
    """The front page: what this is, its open tables, how to play. `size` of the download: 0 for none.

    `unreachable`: its host has not set the address under which people reach it.
    """
    return _page(
        title,
        f"""
<header>{EMBLEM}<div><h1 dir="auto">{escape(title)}</h1>
<p class="lead">A server for card duels: for two with a link, for friends who watch, for anybody on this
network.</p></div></header>{UNREACHABLE if unreachable else ""}
<h2>Open tables</h2>
{_tables(rows)}
<h2>How to play here</h2>
{_steps(size, "<span data-server>THE-ADDRESS-OF-THIS-PAGE</span>")}
<p class="faint" data-unfilled>Instead of THE-ADDRESS-OF-THIS-PAGE put the address of this page.</p>
""",
    )


def missing_page(title: str, why: str) -> str:
    """The page where there is none; `why` is a sentence."""
    return _page(
        f"Not here – {title}",
        f"""
<header>{EMBLEM}<div><h1>{escape(why)}</h1>
<p class="lead">This is <bdi>{escape(title)}</bdi>, a server for card duels.
<a href="/">Its front page</a> lists the tables that are open, and says how to play.</p></div></header>
""",
    )


def table_page(title: str, row: LobbyRow | None, size: int) -> str:
    """The page behind a link: who invites, to what, how to come. No `row`: nothing is told of this table, not
    even whether there is one, since it is not open to all; so the page is the same whatever its code is."""
    host = escape(row.host or "Somebody") if row else "Somebody"
    table = f"{f'Table {escape(row.code)} on' if row else 'On'} <bdi>{escape(title)}</bdi>"
    facts = f'<ul class="facts" data-open>{_facts(row)}</ul>' if row else UNTOLD
    return _page(
        f"{(row and row.host) or 'Somebody'} invites you – {title}",
        f"""
<header>{EMBLEM}<div><h1 dir="auto"><span data-seat>{host} invites you to a duel</span>
<span data-watch hidden>{host} invites you to watch a duel</span>
<span data-back hidden>Your way back to your seat</span></h1>
<p class="lead">{table}</p></div></header>
{facts}
<p class="warn" data-cut hidden>This link has lost its ending, the part behind the # sign. Ask for it again,
whole.</p>
<p class="warn" data-back hidden>Keep this link to yourself: whoever opens it has your seat and sees your
hand.</p>
<h2>How to come</h2>
{_steps(size, "<span data-link>PASTE-THE-WHOLE-LINK-HERE</span>")}
<p class="faint" data-unknown>Instead of PASTE-THE-WHOLE-LINK-HERE put the address of this page, with
everything behind the # sign.</p>
<p class="faint">Already have facedown? Start it and paste this link on its first screen. The link is for you:
whoever has it can take the place it is for.</p>
""",
    )


def _facts(row: LobbyRow) -> str:
    known = FORMATS.get(row.format)
    clock = f"{row.clock.bank // 60} min + {row.clock.increment} s" if row.clock.bank else "none"
    facts = [
        ("Game", known.title if known else row.format),
        ("Match", f"best of {row.best_of}" if row.best_of > 1 else "a single duel"),
        ("Clock", clock),
        ("Now", STAGES.get(row.stage, row.stage)),
        *([("Password", "ask the host")] if row.locked else []),
    ]
    return "".join(f"<li><b>{escape(name)}</b>{escape(fact)}</li>" for name, fact in facts)


def _tables(rows: Sequence[LobbyRow]) -> str:
    if not rows:
        return '<p class="faint">None at the moment. Open one, and it stands here.</p>'
    body = "".join(
        f'<tr><td><a href="/t/{escape(row.code)}">{escape(row.code)}</a></td>'
        f'<td dir="auto">{escape(row.host)}</td>'
        f"<td>{escape(FORMATS[row.format].title if row.format in FORMATS else row.format)}</td>"
        f"<td>{escape(STAGES.get(row.stage, row.stage))}{', with a password' if row.locked else ''}</td></tr>"
        for row in rows[:MOST]
    )
    table = f"<table><tr><th>Code</th><th>Host</th><th>Game</th><th>Now</th></tr>{body}</table>"
    more = len(rows) - MOST
    return table + (f'<p class="faint">And {more} more, which the game itself lists.</p>' if more > 0 else "")


def _steps(size: int, link: str) -> str:
    """The three steps, the third once for each system."""
    if size:
        download = (
            f'<a class="button" href="/facedown.zip" download>Download facedown.zip</a> '
            f'<span class="faint">{_readable(size)}, the version this server speaks</span>'
        )
    else:
        download = "This server has no copy to give away. Get facedown from where its host got it."
    systems = "".join(
        f'<details open data-system="{system.lower()}"><summary>{system}</summary><p>{BEFORE[system]}</p>'
        f"<pre><code>{command.format(f'&quot;{link}&quot;')}</code></pre></details>"
        for system, command in COMMANDS.items()
    )
    return f"""<ol class="steps">
<li><h3>Have Python 3.11 or newer</h3>
<p class="faint">Windows: <code>winget install Python.Python.3.13</code>, or the installer from python.org.
macOS: the installer from python.org. Debian and Ubuntu:
<code>sudo apt install python3 python3-venv</code>.</p></li>
<li><h3>Get the game</h3><p>{download}</p></li>
<li><h3>Start it</h3><p class="faint">The first start fetches what it needs, which takes about a minute;
then you play.</p>{systems}</li>
</ol>"""


def _readable(size: int) -> str:
    return f"{size / 1_048_576:.1f} MB" if size >= 1_048_576 else f"{max(1, size // 1024)} kB"


def _page(title: str, body: str) -> str:
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="/emblem.svg" type="image/svg+xml"><style>{STYLE}</style></head>
<body><main>{body}<footer>facedown: nobody is sent what the rules do not let them see.</footer></main>
<script>{SCRIPT}</script></body></html>
"""
