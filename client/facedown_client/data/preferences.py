"""The player's settings: name, looks, sound. An unreadable file gives the defaults.

Nothing here knows a window; scenes read these values and the settings scene writes them.
"""

from __future__ import annotations

import getpass
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_client.model import data_folder
from facedown_shared.protocol.asking import DEFAULT, MODE
from facedown_shared.protocol.messages import Settings
from facedown_shared.protocol.table_settings import BotLevel
from facedown_shared.text import BadInput

TEXT_SIZES = (0.9, 1.0, 1.15, 1.3)
MOTIONS = (0.0, 0.5, 1.0, 2.0)
"""Factors for the durations of motions; 0 is no motion at all."""

PLAYS = ("off", "quick", "normal", "slow")
"""Settings for how long other players' acts are shown: the paces of `facedown_client.model.play_schedule`."""

Pixels = Annotated[int, Meta(ge=320, le=16_384)]


class Practice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Settings of the last practice. Decks are keys of the deck box; the bot's is "" for any deck."""

    format: str = "master"
    deck: str = ""
    other: str = ""
    mode: Annotated[str, Meta(pattern=r"^(rules|core)\Z")] = "rules"
    banlist: str = ""
    """Name of a ban list of EDOPro; for mode "core" only."""
    level: BotLevel = ""
    """How well the bot plays; "" for its default."""


UNNAMED = "Player"
"""Default name if the computer has no person's name."""

NOBODYS = frozenset({"", "root", "admin", "administrator", "user", "guest", "nobody", "player", "ubuntu"})
"""Account names that do not name a person."""


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """All settings. Unknown keys of a newer version are ignored."""

    name: Annotated[str, Meta(min_length=1, max_length=24)] = UNNAMED
    language: str = ""
    """Language's name in `facedown_shared.text.language`; "" is the system's."""
    text_size: float = 1.0
    contrast: bool = False
    motion: float = 1.0
    reduced: bool = False
    """True if cards fade in instead of flying."""
    plays: Annotated[str, Meta(pattern=r"^(off|quick|normal|slow)\Z")] = "normal"
    """Pace at which activations, Summons and attacks are shown."""
    sound: bool = True
    volume: Annotated[int, Meta(ge=0, le=10)] = 6
    full_screen: bool = False
    window: tuple[Pixels, Pixels] | None = None
    """Last size of the window; None before the first time."""
    respond: Annotated[str, Meta(pattern=MODE)] = DEFAULT
    """Setting for when to be prompted for a response."""
    zones: Annotated[str, Meta(pattern="^(always|matter|place)$")] = "matter"
    """Setting for when to be prompted for a zone: each time, or only when it may matter."""
    orders: bool = False
    """True to be prompted also for the order of own cards that go to a Graveyard together."""
    table: Settings = Settings()
    """Settings with which the last table was opened."""
    solo: Annotated[str, Meta(pattern=r"^(rules|half|free|core)\Z")] = "free"
    """Mode of the last solo table."""
    solo_banlist: str = ""
    """Ban list of the last solo table by EDOPro's core; "" for none."""
    practice: Practice = Practice()
    deck: str = ""
    """The last deck: a path, or the name of a ready deck."""
    banlist: str = ""
    """Name of the ban list that decks are checked against in the deck editor."""
    open_port: bool = False
    """True if a host asks the router to forward the port for players from the Internet."""
    tunnel: Annotated[str, Meta(max_length=200)] = ""
    """Tunnel through which a host lets in players from the Internet: cloudflared, or an ssh host."""
    cards: str = ""
    """EDOPro's folder, or a folder of pictures by passcode."""
    asked_pictures: bool = False
    """True if the player was asked for that folder and has answered."""
    server: str = ""
    """The last server joined, as host:port; a bare code is searched there."""


def load(path: Path | None = None) -> Preferences:
    """Return the saved settings; the defaults with the login name if there are none, or the file is
    invalid.
    """
    try:
        return msgspec.json.decode((path or _path()).read_bytes(), type=Preferences)
    except (OSError, BadInput, msgspec.MsgspecError, UnicodeDecodeError):
        return Preferences(name=login_name())


def save(settings: Preferences, path: Path | None = None) -> None:
    """Save these settings. If the disk cannot be written, they apply to this run only."""
    with suppress(BadInput):
        data_folder.write_private(path or _path(), msgspec.json.format(msgspec.json.encode(settings)))


def remember_tunnel(tunnel: str) -> None:
    """Save a tunnel that has worked, for the next time."""
    settings = load()
    if settings.tunnel != tunnel:
        save(replace(settings, tunnel=tunnel))


def replace(settings: Preferences, **changes: object) -> Preferences:
    """Return a copy of these settings with some values changed."""
    return msgspec.structs.replace(settings, **changes)


def login_name() -> str:
    """Return the default name of the person at this computer."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        name = ""
    return UNNAMED if name.strip().casefold() in NOBODYS else name.strip().capitalize()[:24]


def _path() -> Path:
    return data_folder.home() / "settings.json"
