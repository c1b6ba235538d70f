"""What a player has set once and finds again: name, looks, sound. A file that cannot be read costs nothing.

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
from facedown_shared.text.errors import BadInput

TEXT_SIZES = (0.9, 1.0, 1.15, 1.3)
MOTIONS = (0.0, 0.5, 1.0, 2.0)
"""Durations are multiplied by this; 0 is no motion at all."""

PLAYS = ("off", "quick", "normal", "slow")
"""How long other players' acts are shown: the paces of `facedown_client.model.play_schedule`."""

Pixels = Annotated[int, Meta(ge=320, le=16_384)]


class Practice(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one practised last. Decks are keys of the deck box; the bot's is "" for any."""

    format: str = "master"
    deck: str = ""
    other: str = ""


UNNAMED = "Player"
"""The default name, where the computer has no person's name."""

NOBODYS = frozenset({"", "root", "admin", "administrator", "user", "guest", "nobody", "player", "ubuntu"})
"""Account names that say nothing about the person."""


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that can be set. Unknown keys of a newer version are left alone by reading over them."""

    name: Annotated[str, Meta(min_length=1, max_length=24)] = UNNAMED
    language: str = ""
    """Its name in `facedown_shared.text.language`; "" is the system's."""
    text_size: float = 1.0
    contrast: bool = False
    motion: float = 1.0
    reduced: bool = False
    """Whether cards do not fly: what happens fades in."""
    plays: Annotated[str, Meta(pattern=r"^(off|quick|normal|slow)\Z")] = "normal"
    """How long each activation, Summon and attack is shown."""
    sound: bool = True
    volume: Annotated[int, Meta(ge=0, le=10)] = 6
    full_screen: bool = False
    window: tuple[Pixels, Pixels] | None = None
    """How large the window was last; None before the first time."""
    respond: Annotated[str, Meta(pattern=MODE)] = DEFAULT
    """When to be asked for a response."""
    zones: Annotated[str, Meta(pattern="^(always|matter|place)$")] = "matter"
    """When to prompt for a zone: each time, or only when it may matter."""
    table: Settings = Settings()
    """How the last table was opened."""
    solo: Annotated[str, Meta(pattern=r"^(rules|half|free)\Z")] = "free"
    """How one played alone last."""
    practice: Practice = Practice()
    deck: str = ""
    """The last deck: a path, or the name of a ready deck."""
    banlist: str = ""
    """The banlist that decks are held to while they are put together, by name."""
    open_port: bool = False
    """When hosting, ask the router to let people in from the Internet."""
    cards: str = ""
    """EDOPro's folder, or one of pictures by passcode."""
    server: str = ""
    """The last server joined, as host:port; a bare code is searched there."""


def load(path: Path | None = None) -> Preferences:
    """Return the saved settings; the usual ones under the login name when there are none, or the file is
    broken.
    """
    try:
        return msgspec.json.decode((path or _path()).read_bytes(), type=Preferences)
    except (OSError, BadInput, msgspec.MsgspecError, UnicodeDecodeError):
        return Preferences(name=login_name())


def save(settings: Preferences, path: Path | None = None) -> None:
    """Keep these settings; where the disk takes nothing they hold this time only."""
    with suppress(BadInput):
        data_folder.write(path or _path(), msgspec.json.format(msgspec.json.encode(settings)))


def replace(settings: Preferences, **changes: object) -> Preferences:
    """Return these settings with some of them changed."""
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
