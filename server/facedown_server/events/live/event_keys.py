"""The secrets of an event's links: one for the organizer, one for each player's phone.

They are beside the event's log, which holds only what decides results: in the journal, and in a file beside
the event's file. A player's secret is derived from the number of the link: a new link ends the old one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
from pathlib import Path

import msgspec

from facedown_server.events.event_access import unusable
from facedown_server.events.rules.state import EventState
from facedown_server.runtime.data_folder import PRIVATE_FILE_MODE
from facedown_server.runtime.random_secrets import new_secret
from facedown_server.runtime.world import World
from facedown_shared.network.links import make_code
from facedown_shared.text import BadInput, Code, _

SUFFIX = ".links"
"""Appended to the name of the event's file."""
MAX_FILE_BYTES = 4_096
SECRET_LETTERS = 22
SLIP_DIGIT_COUNT = 6


class EventKeys(msgspec.Struct, frozen=True):
    """The code in an event's addresses, the organizer's secret, and what players' secrets and the codes of
    tables are made of.
    """

    code: str
    organizer: str
    players: str

    def player_key(self, state: EventState, player: int) -> str:
        """Return the key of a player's present link."""
        return f"{player}-{self._secret(player, state.players[player].link)}"

    def player_of(self, state: EventState, key: str) -> int | None:
        """Return the player of a key; None if it is not, or no longer, the key of one."""
        number, _sep, secret = key.partition("-")
        player = int(number) if number.isdecimal() and len(number) < 6 else 0
        known = state.players.get(player)
        own = self._secret(player, known.link if known else 0)
        return player if hmac.compare_digest(own.encode(), secret.encode()) and known else None

    def table_code(self, pairing: int, table: int) -> str:
        """Return the code of a pairing's table on screen. It is always the same, so no table opens twice."""
        return make_code(self._derive(f"code/{pairing}/{table}")[:8])

    def seat_key(self, pairing: int, table: int, player: int) -> str:
        """Return the key of a player's seat at a table on screen."""
        made = self._derive(f"seat/{pairing}/{table}/{player}")
        return base64.urlsafe_b64encode(made).decode()[:SECRET_LETTERS]

    def slip_number(self, pairing: int, table: int) -> str:
        """Return the number on the slip of a table: six digits, other ones in each round."""
        made = int.from_bytes(self._derive(f"slip/{pairing}/{table}")[:8])
        return f"{made % 10**SLIP_DIGIT_COUNT:0{SLIP_DIGIT_COUNT}}"

    def is_organizer(self, key: str) -> bool:
        """Return whether a key is the organizer's."""
        return hmac.compare_digest(self.organizer.encode(), key.encode())

    def _secret(self, player: int, link: int) -> str:
        return base64.urlsafe_b64encode(self._derive(f"{player}/{link}")).decode()[:SECRET_LETTERS]

    def _derive(self, purpose: str) -> bytes:
        return hmac.new(self.players.encode(), purpose.encode(), hashlib.sha256).digest()


def new_keys(world: World) -> EventKeys:
    """Return the keys of a new event."""
    return EventKeys(make_code(world.entropy(8)), new_secret(world), new_secret(world, 32))


def encode_keys(keys: EventKeys) -> bytes:
    """Return keys as they are stored."""
    return msgspec.json.encode(keys)


def decode_keys(data: bytes) -> EventKeys:
    """Return stored keys.

    Raises ValueError if these are none.
    """
    return msgspec.json.decode(data, type=EventKeys)


def load_keys(path: Path, world: World) -> EventKeys:
    """Return the keys beside an event's file, or new ones.

    Raises BadInput.
    """
    place = path.with_name(path.name + SUFFIX)
    try:
        with place.open("rb") as file:
            return decode_keys(file.read(MAX_FILE_BYTES))
    except FileNotFoundError:
        return new_keys(world)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadInput(
            Code.BAD_FILE,
            _("{file} does not hold the links of an event: remove it, and all get new links.", file=place),
        ) from error
    except OSError as error:
        raise unusable(place, error) from error


def store_keys(path: Path, keys: EventKeys) -> None:
    """Store keys beside an event's file.

    Raises BadInput.
    """
    place = path.with_name(path.name + SUFFIX)
    try:
        if not place.exists() or place.read_bytes() != encode_keys(keys):
            _store(place, encode_keys(keys))
    except OSError as error:
        raise unusable(place, error) from error


def _store(place: Path, data: bytes) -> None:
    """Write the file whole or not at all."""
    fresh = place.with_name(place.name + ".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE_MODE)
    with open(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(place)
