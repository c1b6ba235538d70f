"""Every message there is, both ways. Anything else on the wire is malformed (law 8).

A message is a tagged struct; docs/reference/protocol.md describes each. What a client may ask for ends here:
it picks among offered options, moves cards on a free table, and talks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.asking import MODE, About
from facedown_shared.protocol.brief_events import BriefEvent, Suggestions, brief, full
from facedown_shared.protocol.card_search import CardsFound, FoundCard, SearchCards
from facedown_shared.protocol.envelope import (
    MAX_OPTIONS,
    ChatText,
    DeckText,
    Index,
    Name,
    Ordinal,
    Passcode,
    Share32,
    ToClient,
    ToServer,
    Word,
)
from facedown_shared.protocol.fairness import Trail
from facedown_shared.protocol.gestures import AnyGesture, Gesture
from facedown_shared.protocol.provided_facts import TellFacts
from facedown_shared.protocol.reasons import Reason, Reasons, Why
from facedown_shared.protocol.seating import (
    ControlRelay,
    CreateTable,
    Crowd,
    Dismissed,
    DropReplay,
    Ended,
    GetOpened,
    GetReplay,
    JoinTable,
    RelayRow,
    Relays,
    ReplayFile,
    ReplayGone,
    ReplayKept,
    Resume,
    Seated,
    Watch,
)
from facedown_shared.protocol.table_settings import Clock, LobbyRow, SeatInfo, Settings, TableInfo, after
from facedown_shared.tables.diff import Patch, apply, changed_zones, diff
from facedown_shared.tables.view import View, VisibleEvent
from facedown_shared.tables.zones import Place, SeatOrNone
from facedown_shared.text.errors import Code
from facedown_shared.text.words import NOTHING, Words

__all__ = (
    "AnyGesture", "CardsFound", "Clock", "ControlRelay", "CreateTable", "Crowd", "Dismissed", "DropReplay",
    "Ended", "FoundCard", "Gesture", "GetOpened", "GetReplay", "JoinTable", "LobbyRow", "Name", "Reason",
    "Reasons", "RelayRow", "Relays", "ReplayFile", "ReplayGone", "ReplayKept", "Resume", "SearchCards",
    "SeatInfo", "Seated", "Settings", "TableInfo", "TellFacts", "ToClient", "ToServer", "Watch", "Why",
)  # fmt: skip
"""Parts of the protocol that have modules of their own, re-exported."""

PROTOCOL_VERSION = 2
"""Incremented with every change that a client of the previous version cannot follow."""

SUBPROTOCOL = f"facedown.v{PROTOCOL_VERSION}.msgpack"
"""The websocket subprotocol a client offers and the server echoes."""

SUBPROTOCOL_PREFIX = "facedown.v"


class Option(msgspec.Struct, frozen=True, omit_defaults=True, rename={
    "verb": "v", "card": "c", "code": "i", "place": "p", "amount": "n", "text": "t", "words": "w",
    "targets": "o",
}):  # fmt: skip
    """An option of a prompt. `card` is a handle of the player's own View; `code` the passcode where the card
    has no handle (a card in a searched Deck); `place` a zone; `amount` a number; `text` a word (a phase, a
    position); `words` what the option does; `targets` what an attack, or an effect with one target, may be
    aimed at, 0 for the player. If there are several, the next prompt asks which.
    """

    verb: str
    card: int = 0
    code: int = 0
    place: Place | None = None
    amount: int = 0
    text: str = ""
    words: Words = NOTHING
    targets: tuple[int, ...] = ()

    @property
    def does(self) -> str:
        """The sentence that says what the option does; else its word."""
        return str(self.words) or self.text


# --- client -> server --------------------------------------------------------------------------------------


class Hello(ToServer, frozen=True, tag="hello"):
    """Open the conversation: the client's name and protocol number."""

    name: Name
    protocol: int = PROTOCOL_VERSION
    client: Annotated[str, Meta(max_length=64)] = ""
    cards: Annotated[str, Meta(max_length=64)] = ""
    """Edition of the client's card facts. If it is the server's own, facts are sent as passcodes only."""
    language: Word = ""
    """Language of printed text for cards that the client does not have ("zh_CN"); "": send none."""


class ListTables(ToServer, frozen=True, tag="list"):
    """Subscribe to the lobby: its open tables now, and again after every change."""


class UseDeck(ToServer, frozen=True, tag="deck"):
    """Bring a deck: the text of a `.ydk` file, a `ydke://` address, or a list of names such as
    `3 Dark Magician`, one a line, of 200 cards at most; at a solo table, for the side `seat`. A player
    without one plays a ready deck of the server's, where the format has one. Between two duels it answers
    the prompt of kind `side`.
    """

    deck: DeckText
    name: Annotated[str, Meta(max_length=80)] = ""
    seat: Annotated[int, Meta(ge=-1, le=1)] = -1
    """The side the deck is for, at a solo table; -1: the sender's."""


class ChangeMode(ToServer, frozen=True, tag="mode"):
    """Change the table's mode: at once for its host; from the other player it is a proposal to the host
    (`table.proposal` "mode 1 half"), answered with `consent`. Both must be ready again then.
    """

    mode: Annotated[str, Meta(pattern=r"^(rules|half|free|core)\Z")]


class Ready(ToServer, frozen=True, tag="ready"):
    """Declare the player ready, or not ready. `terms`: the `table.terms` that the player has seen; if they
    have changed, the request is refused as `outdated`. `ready` false needs none.
    """

    ready: bool = True
    terms: Ordinal = 0


class Answer(ToServer, frozen=True, tag="answer"):
    """Answer a prompt with the indices of options. `back` takes back the last choice of a declaration. If the
    prompt asks for the name of a card, `code` is its passcode.
    """

    ask: Ordinal
    picks: Annotated[tuple[Index, ...], Meta(max_length=128)] = ()
    back: bool = False
    code: Passcode = 0


class Rewind(ToServer, frozen=True, tag="rewind"):
    """Take the table to this step of its line, back or forward again: alone at once, else with the other
    player's consent."""

    step: Annotated[int, Meta(ge=0, le=100_000)]


class Restart(ToServer, frozen=True, tag="restart"):
    """Restart a solo table: with the same cards, or shuffled again; `hand` are passcodes requested for the
    opening hand of this side.
    """

    fresh: bool = False
    hand: Annotated[tuple[Ordinal, ...], Meta(max_length=10)] = ()


class TakeSide(ToServer, frozen=True, tag="take_side"):
    """Switch to the other side of a solo table."""

    seat: Annotated[int, Meta(ge=0, le=1)]


class SaveLine(ToServer, frozen=True, tag="save_line"):
    """Request the line of a solo table as the text of a file; LineText answers."""


class AutoPass(ToServer, frozen=True, tag="auto"):
    """When to prompt me for a response: `always`, `smart` (when I am able and it
    [matters](#when-to-be-asked)), `able` (whenever I am able), `never`; `held`: only while I hold a key,
    until the next message or a lost connection. The server stores it, also over a restart, and repeats it
    in `seated` after a reconnect.
    """

    mode: Annotated[str, Meta(pattern=MODE)]
    held: bool = False


class Seal(ToServer, frozen=True, tag="seal"):
    """Commit to this player's share of the next match's throws ([how](#shares-and-seals)). The seal of an
    earlier match is `not_allowed`.
    """

    seal: Share32


class Share(ToServer, frozen=True, tag="share"):
    """Disclose the sealed share after the server's `pledge`; again after a repeated `pledge`."""

    share: Share32


class Concede(ToServer, frozen=True, tag="concede"):
    """Concede this duel, or the whole match. `terms`: the `table.terms` that the player has seen; if they
    have changed (the next duel has begun), the request is refused as `outdated`. 0: whatever is being
    played.
    """

    match: bool = False
    terms: Ordinal = 0


class Propose(ToServer, frozen=True, tag="propose"):
    """Propose a pause, its end (`resume`), a draw, a rematch, or opening both Decks after the match; or
    withdraw the proposal (""). `win` and `void` need no consent once the other player is `overdue`: the
    sender wins the match, or it ends without a result. `terms`: the `table.terms` that the player has
    seen, else `outdated`; "", `win` and `void` need none.
    """

    what: Annotated[str, Meta(pattern=r"^(|pause|draw|resume|rematch|open|win|void)\Z")]
    terms: Ordinal = 0


class Consent(ToServer, frozen=True, tag="consent"):
    """Answer the other player's proposal with this `table.proposal_number`. If it is no longer open, the
    answer is refused as `outdated`.
    """

    yes: bool
    proposal: Ordinal = 0


class Chat(ToServer, frozen=True, tag="chat"):
    """Send a chat line to the table; from a spectator, to the other spectators until the duel ends. `who`:
    the person behind a relay who wrote it.
    """

    text: ChatText
    who: Ordinal = 0


class Kick(ToServer, frozen=True, tag="kick"):
    """Kick a guest by name, as the table's host."""

    name: Name


class Leave(ToServer, frozen=True, tag="leave"):
    """Leave the table. From a seat in a running duel this concedes; the client asks first. `terms`: the
    `table.terms` when it asked; if a match has begun or continued since, the request is refused as
    `outdated`. 0: leave in any case.
    """

    terms: Ordinal = 0


class GetView(ToServer, frozen=True, tag="view"):
    """Request the whole View again; the open prompt is repeated too, with the same `ask`."""


class Ping(ToServer, frozen=True, tag="ping"):
    """Measure the round trip; `pong` returns the number."""

    number: Ordinal = 0


# --- server -> client --------------------------------------------------------------------------------------


class Welcome(ToClient, frozen=True, tag="welcome"):
    """The answer to `hello`."""

    name: str
    server: str = ""
    protocol: int = PROTOCOL_VERSION
    formats: tuple[str, ...] = ()
    core: str = ""
    """EDOPro's core, if this server plays duels in it: the engine and where its source is."""
    banlists: tuple[str, ...] = ()
    """Ban lists that a table in the core can use."""
    nodes: tuple[str, ...] = ()
    """Addresses of all nodes of this service, if there are several. Each answers for every table."""


class Nodes(ToClient, frozen=True, tag="nodes"):
    """The new addresses of the nodes, replacing those of `welcome`."""

    nodes: tuple[str, ...]


class Moved(ToClient, frozen=True, tag="moved"):
    """The requested table is on another node of this service: connect there. `address` is one of
    `welcome.nodes`. `epoch` grows with each new owner: a node with a lower one is outdated.
    """

    address: str
    code: str = ""
    epoch: int = 0


class Tables(ToClient, frozen=True, tag="tables"):
    """The lobby's open tables."""

    rows: tuple[LobbyRow, ...] = ()


class AtTable(ToClient, frozen=True, tag="table"):
    """The table's state outside the duel has changed: people, stage, clocks. With many spectators, changes of
    their list are sent once a second at most.
    """

    table: TableInfo
    same_spectators: bool = False
    """The spectators are those of the previous message without `gone` and with `come`; their names are
    omitted.
    """
    come: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    def after(self, earlier: TableInfo | None) -> TableInfo:
        """Return the table with the names of spectators that were sent earlier."""
        if not self.same_spectators or earlier is None:
            return self.table
        names = earlier.spectators
        if self.come or self.gone:
            names = after(names, self.come, self.gone)
        return msgspec.structs.replace(self.table, spectators=names)


class DeckReport(ToClient, frozen=True, tag="deck_report"):
    """The server's report on your deck: whether it may be played or why not, how many cards play by rules,
    which passcodes it has no facts of (`tell_facts` sends them), and what it left out of the text.
    """

    legal: bool
    reasons: tuple[Words, ...] = ()
    scripted: int = 0
    total: int = 0
    unscripted: tuple[str, ...] = ()
    unknown: tuple[int, ...] = ()
    """Passcodes without facts on the server; TellFacts sends them."""
    notes: tuple[Words, ...] = ()
    """Which lines and parts of the text were left out."""
    deck: str = ""
    """The deck as passcodes, if the text named cards."""
    points: int = 0
    """What the deck costs, and the maximum, in a format in which cards cost points."""
    point_cap: int | None = None


class Printed(ToClient, frozen=True, tag="printed"):
    """Printed text of cards in the next message, or in the player's deck, that the client cannot know: in the
    client's language if the server has it, else in the server's.
    """

    facts: tuple[Facts, ...]
    lines: dict[int, tuple[str, ...]] = {}
    """Lines of the host's card database by passcode, for the next prompt. The words of an option
    (`line_of_card`) refer to a line by its number.
    """


class Pledge(ToClient, frozen=True, tag="pledge"):
    """A match has begun, and every throw of it is committed: a commitment for each stream, and both seals.
    Repeated unchanged after a reconnect.
    """

    commitments: dict[str, bytes]
    seals: tuple[bytes, bytes] = (b"", b"")


class Shares(ToClient, frozen=True, tag="shares"):
    """Both players' shares, empty for a player who gave none. The throws begin."""

    shares: tuple[bytes, bytes] = (b"", b"")


class Opened(ToClient, frozen=True, tag="opened"):
    """After the match, what this viewer may verify: the secrets of streams, the limits of their throws, and
    the trails of the viewer's own Decks; of both Decks if both players have agreed.
    """

    secrets: dict[str, bytes] = {}
    throws: dict[str, tuple[int, ...]] = {}
    trails: tuple[Trail, ...] = ()


class Whole(ToClient, frozen=True, tag="whole"):
    """The whole View at a version; to a newcomer with the public log so far."""

    version: int
    view: View
    log: tuple[VisibleEvent, ...] = ()
    bundled: tuple[int, ...] = ()
    """Passcodes in the View's `facts` whose facts come with the program. Only in encoded messages."""


class Update(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """A frame: the patch to this version from the previous one, and the events. Every message that is a list,
    not a map, is an update. It carries the low seven bits of the version.
    """

    version: Annotated[int, Meta(ge=0, le=127)]
    patch: Patch
    events: tuple[BriefEvent, ...] = ()
    steps: Annotated[int, Meta(ge=0, le=1)] = 0
    """1: the table's line has one more step, and stands at it."""

    @classmethod
    def between(
        cls, version: int, old: View, new: View, events: Sequence[VisibleEvent] = (), steps: int = 0
    ) -> Update:
        """Return the update from one View to the next, with the events between them."""
        changed = changed_zones(old, new)
        patch = diff(old, new, changed)
        return cls(version & 127, patch, brief(events, patch, Suggestions(old, new, changed)), steps)

    def follows(self, version: int) -> bool:
        """Return whether this is the update right after that version."""
        return self.version == (version + 1) & 127

    def is_known(self, version: int) -> bool:
        """Return whether this update led to that version or to one of the sixty before it."""
        return (version - self.version) & 127 < 64

    def taken(self, old: View) -> tuple[View, tuple[VisibleEvent, ...]]:
        """Return the View after this update, given the one before, and its events in full.

        Raises LookupError or ValueError if the update does not fit the View.
        """
        new = apply(old, self.patch)
        return new, full(self.events, self.patch, Suggestions(old, new, changed_zones(old, new)))


class Prompt(ToClient, frozen=True, tag="prompt"):
    """The player must choose between `least` and `most` of the options. Repeated with the same `ask` after
    `resume` and `view`.
    """

    ask: int
    kind: str
    words: Words = NOTHING
    options: Annotated[tuple[Option, ...], Meta(max_length=MAX_OPTIONS)] = ()
    least: int = 1
    most: int = 1
    back: bool = False
    """Whether Answer(back=True) is allowed: a choice before this one can be taken back."""
    usual: tuple[int, ...] = ()
    """Indices of options that most players would pick; a client may mark them."""
    about: About | None = None
    """What a response window is about."""
    card: int = 0
    """Handle of the card that the prompt comes from."""
    code: int = 0
    """Passcode of that card, if it has no handle."""
    declare: bool = False
    """Whether the prompt asks for the name of a card: there are no options, `search_cards` finds cards that
    the prompt admits, and the answer is a passcode.
    """

    @property
    def text(self) -> str:
        """The question as a sentence; "" if the kind says everything."""
        return str(self.words)


class PromptOver(ToClient, frozen=True, tag="prompt_over"):
    """That prompt is closed: answered by the player, the clock or an automatic pass."""

    ask: int


class Said(ToClient, frozen=True, tag="said"):
    """A chat line. `seat` PUBLIC: from a spectator. `name` "": from the server, with words; or with the text
    that its operator wrote.
    """

    name: str
    text: str = ""
    seat: SeatOrNone = -1
    words: Words = NOTHING

    @property
    def line(self) -> str:
        """The line as text."""
        return self.text or str(self.words)


class Talk(ToClient, frozen=True, tag="talk"):
    """The chat so far, for a newcomer."""

    lines: tuple[Said, ...] = ()


class Refused(ToClient, frozen=True, tag="refused"):
    """The last request was refused, and nothing changed. `ask`: the answered prompt; to a relay, the number
    of the person it spoke for. `text` is for a client of another protocol, which does not have these
    words.
    """

    code: Code
    words: Words = NOTHING
    ask: int = -1
    text: str = ""

    @property
    def sentence(self) -> str:
        """The reason as a sentence."""
        return self.text or str(self.words)


class LineText(ToClient, frozen=True, tag="line"):
    """The line of a solo table, as the text of a file with this name."""

    name: str
    text: str


class Pong(ToClient, frozen=True, tag="pong"):
    """The answer to `ping`."""

    number: int = 0


FromClient = (
    Hello | ListTables | CreateTable | JoinTable | Watch | Resume | UseDeck | Ready | Answer | AnyGesture
    | TellFacts | ChangeMode | Rewind | Restart | TakeSide | SaveLine | AutoPass | Why | Seal | Share
    | Concede | Propose | Consent | Chat | Kick | Leave | GetView | Ping | GetReplay
    | GetOpened | DropReplay | Crowd | ControlRelay | SearchCards
)  # fmt: skip
Named = (
    Welcome | Nodes | Moved | Tables | Seated | AtTable | DeckReport | Pledge | Shares | Opened | Whole
    | Prompt | PromptOver | Said | Talk | Refused | Reasons | LineText | Ended | Pong
    | ReplayKept | ReplayFile | ReplayGone | Dismissed | Printed | Relays | CardsFound
)  # fmt: skip
"""Messages that a server sends as a map with a name."""
FromServer = Named | Update
