"""No text for people stands outside the catalogues; Chinese is whole; and a text outside is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch.source import ROOT, hold
from tests.arch.test_imports import put
from tests.arch.texts import check_texts
from tools.languages import FOLDER, missing_texts, template, update_catalog

NO_TEXTS = frozenset({
    "client/facedown_client/commands/demo.py: 'Halvard'",
    "client/facedown_client/commands/demo.py: 'Priya'",
    "client/facedown_client/commands/demo.py: 'Wren'",
    "client/facedown_client/commands/command.py: 'Bot'",
    "client/facedown_client/connection/hosting.py: 'listening on '",
    "client/facedown_client/data/preferences.py: 'Player'",
    "client/facedown_client/terminal/commands.py: 'respond §'",
    "client/facedown_client/terminal/line_breaks.py: 'Cf'",
    "client/facedown_client/terminal/line_breaks.py: 'Me'",
    "client/facedown_client/terminal/line_breaks.py: 'Mn'",
    "client/facedown_client/terminal/line_breaks.py: 'Pe Pf Po'",
    "client/facedown_client/terminal/line_breaks.py: 'Pi'",
    "client/facedown_client/terminal/line_breaks.py: 'Ps'",
    "client/facedown_client/terminal/line_editor.py: 'Cc'",
    "client/facedown_client/terminal/line_editor.py: 'Cs'",
    "client/facedown_client/window/art/drawing.py: 'stand in'",
    "client/facedown_client/window/art/marks.py: 'link arrow'",
    "client/facedown_client/window/keys.py: 'hands of §'",
    "client/facedown_client/window/narrator.py: 'asked: § §§.'",
    "client/facedown_client/window/narrator.py: 'line: §'",
    "client/facedown_client/window/narrator.py: 'news: §'",
    "client/facedown_client/window/narrator.py: 'option: §. §'",
    "client/facedown_client/window/narrator.py: 'picture: §'",
    "client/facedown_client/window/narrator.py: 'waiting: §'",
    "client/facedown_client/window/narrator.py: '§ of §'",
    "client/facedown_client/window/navigation.py: 'hands of §'",
    "client/facedown_client/window/paint/pane.py: 'No. §'",
    "client/facedown_client/window/scenes/decks/card_text.py: 'No. §'",
    "client/facedown_client/window/paint/rail/phases.py: 'a phase, as short as players write it'",
    "run.py: 'Collecting '",
    "run.py: ' LINK host solo watch replay decks'",
    "run.py: 'demo serve bot scenario line verify links'",
    "run.py: 'dict[str, Command]'",
    "run.py: 'python run.py'",
    "run.py: 'event relay nodes drain check core unfinished open list clos'",
    "run.py: 'test style types prove bench release setup'",
    "run.py: 'Ignoring '",
    "run.py: 'NewConnectionError|NameResolutionError|Failed to establish|N'",
    "run.py: 'No matching distribution'",
    "run.py: 'No space left|Errno 28|not enough space|WinError 112|quota e'",
    "run.py: 'Processing '",
    "run.py: 'Requirement already'",
    "run.py: 'Scripts'",
    "run.py: 'dict[str, str]'",
    "run.py: 'getaddrinfo|name resolution|ProxyError|(Connect|Read)Timeout'",
    "run.py: 'tuple[Command, list[str]]'",
    "run.py: '§ run.py'",
    "server/facedown_server/service/operating/preflight.py: 'list --data §'",
    "server/facedown_server/service/operating/control.py: 'table closed by the host'",
    "server/facedown_server/service/operating/control.py: 'event ended by the host'",
    "server/facedown_server/service/operating/control.py: 'guest kicked by the host'",
    "server/facedown_server/service/operating/restriction_desk.py: 'restriction changed by the operator'",
    "server/facedown_server/service/operating/backup.py: 'PRAGMA journal_mode=DELETE'",
    "server/facedown_server/service/operating/port_mapping.py: 'the loop returns or raises'",
    "server/facedown_server/service/operating/tunnel.py: 'tunnel open'",
    "server/facedown_server/service/operating/tunnel.py: '^hostname (\\\\S+)$'",
    (
        "server/facedown_server/service/operating/tunnel.py: "
        "'GET /emblem.svg?§ HTTP/1.1\\r\\nHost: §\\r\\n\\r\\n'"
    ),
    'server/facedown_server/network/pages/gateway.py: \'attachment; filename="facedown.zip"\'',
    "server/facedown_server/network/pages/gateway.py: 'text/html; charset=utf-8'",
    (
        'server/facedown_server/network/pages/pages.py: '
        '"default-src \'none\'; style-src §; script-src §; img-src \'self"'
    ),
    (
        "server/facedown_server/network/pages/pages.py: "
        "'cd ~/Downloads &amp;&amp; python3 -m zipfile -e facedown.zip'"
    ),
    (
        "server/facedown_server/network/pages/pages.py: "
        "'cd ~/Downloads &amp;&amp; {{ [ ! -f facedown.zip ] || unzip '"
    ),
    "server/facedown_server/network/pages/pages.py: 'py run.py {}'",
    "server/facedown_server/network/pages/pages.py: 'sudo apt install python3 python3-venv'",
    "server/facedown_server/network/pages/pages.py: 'winget install Python.Python.3.13'",
    "shared/facedown_shared/tables/formats.py: 'attack reaction'",
    "shared/facedown_shared/tables/formats.py: 'defense reaction'",
    "shared/facedown_shared/tables/lessons.py: 'a step of a lesson'",
    "shared/facedown_shared/tables/lessons.py: 'the title of a lesson'",
    "shared/facedown_shared/tables/diff.py: 'a diff needs two Views of one viewer at one table'",
    "shared/facedown_shared/tables/diff.py: 'no zone has so many slots'",
    "shared/facedown_shared/tables/diff.py: 'no zone holds so many cards'",
    (
        "shared/facedown_shared/manual/flesh_and_blood.py: "
        "'affliction ally ash aura construct figment invocation item l'"
    ),
})  # fmt: skip
"""Literals that look like a text and are none: a name, a word of a protocol."""


def test_every_text_comes_through_the_door() -> None:
    found = set(check_texts(ROOT))
    hold([f"{one}: say it with _ (docs/develop/translating.md)" for one in sorted(found - NO_TEXTS)])
    hold([f"{one}: is not there any more" for one in sorted(NO_TEXTS - found)])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.po")), ids=lambda path: path.stem)
def test_a_language_is_whole(path: Path) -> None:
    hold(
        [
            f"{one!r}: python -m tools.languages --missing"
            for one in missing_texts(update_catalog(path, template()))
        ]
    )


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ('show("You win")', True), ("show(f'{name} wins')", True), ("TITLE = 'Settings'", True),
        ("show('not now.')", True), ("_('You win')", False),
        ("ROWS = {'You win': gettext_noop('Yes')}", False),
        ("def f() -> None:\n    'A docstring.'", False), ("Button(key='Enter', name='Two words')", False),
        ("x.startswith('Two words')", False), ("show(_('{a} wins', a=f'{name} of us'))", False),
        ("""show(f"{host}{' · password' if locked else ''}")""", True),
        ("""show(f"{host}{_(' · password') if locked else ''}")""", False),
        ("""show(f"{name or 'nobody'}: {line}")""", True),
        ("""show(f"{'1' if mode == 'half' else ''}")""", False),
        ("assert x, 'two words'", False), ("show('Shift+Tab')", False), ("show('word')", False),
    ],
)  # fmt: skip
def test_a_text_outside_is_seen(tmp_path: Path, text: str, seen: bool) -> None:
    put(tmp_path, "client/facedown_client/one.py", text + "\n")
    assert bool(check_texts(tmp_path)) is seen
