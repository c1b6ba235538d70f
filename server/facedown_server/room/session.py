"""Session of one connection to a server of tables: passes each message to the lobby or a room. Knows no rules
(law 9).
"""

from __future__ import annotations

from facedown_server.network.crowd.conversation import AT_NO_TABLE, SessionConnection, converse
from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.prices import cards_price
from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.room.lobby import Lobby
from facedown_server.room.requests.deck_requests import answer_deck_request
from facedown_server.runtime.world import World
from facedown_shared.protocol.gestures import Gesture
from facedown_shared.protocol.messages import (  # fmt: skip
    PROTOCOL_VERSION,
    Chat,
    CheckDeck,
    CreateTable,
    DropReplay,
    FindCards,
    GetMenu,
    GetOpened,
    GetReplay,
    GetTable,
    JoinTable,
    ListTables,
    Ping,
    Pong,
    Resume,
    ToServer,
    Watch,
    Welcome,
    Why,
)
from facedown_shared.text import Code, FacedownError, Illegal, TargetGone, words


async def run_session(connection: SessionConnection, lobby: Lobby, world: World) -> None:
    """Serve one connection until it is closed."""
    await converse(connection, _Reception(lobby, world), world)


class _Reception:
    """Interface between one conversation and a server of tables."""

    def __init__(self, lobby: Lobby, world: World) -> None:
        self.bounds = lobby.bounds
        self.turnstile = lobby.server.turnstile
        self._lobby = lobby
        self._world = world
        service = lobby.server.service
        self.can_send = None if service is None else lambda: service.can_send
        """Function that returns whether messages may be sent now: where nodes share a database, only while
        the lease is valid. None if always.
        """

    @property
    def crowds(self) -> Buckets:
        """Rate limits for messages by address, for all its connections together."""
        return self._lobby.server.crowds

    @property
    def full_shares(self) -> Buckets:
        """Rate limits, by address, of new connections with a full share."""
        return self._lobby.server.full_shares

    def build_welcome(self, name: str) -> Welcome:
        """Build the Welcome message."""
        server = self._lobby.server
        core = server.core
        source = core.source if core is not None else ""
        lists = tuple(core.banlists) if core is not None else ()
        nodes = () if server.service is None else server.service.addresses
        return Welcome(
            name, self._lobby.title, PROTOCOL_VERSION, server.formats, source, lists, nodes,
            practice=self.bounds.practice > 0, solo=self.bounds.solo > 0,
        )  # fmt: skip

    async def password_refusal(self, guest: Guest, password: str) -> FacedownError | None:
        """Return the refusal of a guest whose Hello had this server password; None if the guest may enter."""
        return await self._lobby.server.password_refusal(guest.address, password)

    def handle_disconnect(self, guest: Guest) -> None:
        """Handle the loss of a guest's connection."""
        self._lobby.forget(guest)

    async def handle_message(self, guest: Guest, message: ToServer) -> None:
        """Carry out one message of a guest.

        Raises FacedownError if it is refused.
        """
        room, moderation = guest.room, self._lobby.server.moderation
        if isinstance(message, Ping):
            guest.send(Pong(message.number))
            return
        if room is None:
            moderation.check_ban(guest)
        elif isinstance(message, Chat) and not guest.is_relay:
            moderation.check_mute(guest.address, guest.shown)
        if isinstance(message, (GetReplay, GetOpened, DropReplay)):
            self._charge(guest, 1)
            await self._handle_replay_request(guest, message)
        elif room is not None:
            if isinstance(message, AT_NO_TABLE):
                raise Illegal(words("leave_first"), Code.NOT_NOW)
            if isinstance(message, (Gesture, Why, GetMenu)):
                self._charge(guest, cards_price(message) if isinstance(message, Gesture) else 1)
            await room.submit(guest, message)
        elif isinstance(message, CreateTable):
            await self._lobby.create(guest, message)
        elif isinstance(message, (GetTable, JoinTable, Watch, Resume)):
            if isinstance(message, (JoinTable, Watch)) and message.password:
                await self._lobby.server.delay_guess(guest.address)
            await self._lobby.enter(guest, message)
        elif isinstance(message, FindCards | CheckDeck):
            await answer_deck_request(guest, message, self._lobby.server)
        elif isinstance(message, ListTables):
            self._lobby.listen(guest)
        else:
            raise Illegal(words("at_no_table"), Code.NOT_NOW)

    async def _handle_replay_request(self, guest: Guest, message: GetReplay | GetOpened | DropReplay) -> None:
        """Answer a request for a replay. A replay that is not here is requested from the other nodes."""
        others = self._lobby.neighbours
        if guest.is_relay and isinstance(message, GetReplay):
            self._lobby.replays.answer_relay(guest, message)
            return
        try:
            await self._lobby.replays.handle_request(guest, message)
        except TargetGone:
            if others is None or not isinstance(message, GetReplay):
                raise
            if not await others.send_replay(guest, message):
                raise

    def _charge(self, guest: Guest, price: int) -> None:
        """Charge an address for a costly message: a gesture with many cards, or a search for reasons (law 8).

        Raises Illegal if the rate limit is reached.
        """
        if price and not guest.pay_for_work(self._lobby.server.works, self.bounds, self._world.now(), price):
            raise Illegal(words("too_much_at_once"), Code.TOO_FAST)
