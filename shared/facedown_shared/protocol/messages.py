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
from facedown_shared.protocol.brief_events import BriefEvents, Suggestions, brief, expand_events
from facedown_shared.protocol.card_search import CardsFound, FoundCard, SearchCards
from facedown_shared.protocol.deck_building import (
    CardFilters,
    CardsListed,
    CheckDeck,
    DeckCard,
    DeckChecked,
    FindCards,
)
from facedown_shared.protocol.envelope import (
    MAX_OPTIONS,
    ChatText,
    DeckText,
    Index,
    Name,
    Ordinal,
    Passcode,
    SentCode,
    Share32,
    ToClient,
    ToServer,
    Word,
)
from facedown_shared.protocol.fairness import Trail
from facedown_shared.protocol.gestures import AnyGesture, Gesture
from facedown_shared.protocol.hand_menu import GetMenu, HandMenu, MenuRow
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
    GetTable,
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
from facedown_shared.protocol.table_settings import (
    Clock,
    LobbyRow,
    Mode,
    RosterName,
    SeatInfo,
    Settings,
    TableInfo,
    roster_after,
)
from facedown_shared.tables import Place, SeatOrNone, View, VisibleEvent
from facedown_shared.tables.diff import Patch, ViewChanges, apply, changed_zones, diff, view_changes
from facedown_shared.text import NOTHING, Code, Words

__all__ = (
    "AnyGesture",
    "CardFilters",
    "CardsFound",
    "CardsListed",
    "CheckDeck",
    "Clock",
    "ControlRelay",
    "CreateTable",
    "Crowd",
    "DeckCard",
    "DeckChecked",
    "Dismissed",
    "DropReplay",
    "Ended",
    "FindCards",
    "FoundCard",
    "Gesture",
    "GetMenu",
    "GetOpened",
    "GetReplay",
    "GetTable",
    "HandMenu",
    "JoinTable",
    "LobbyRow",
    "MenuRow",
    "Name",
    "Reason",
    "Reasons",
    "RelayRow",
    "Relays",
    "ReplayFile",
    "ReplayGone",
    "ReplayKept",
    "Resume",
    "SearchCards",
    "SeatInfo",
    "Seated",
    "Settings",
    "TableInfo",
    "TellFacts",
    "ToClient",
    "ToServer",
    "Watch",
    "Why",
)  # fmt: skip
"""Parts of the protocol that have modules of their own, re-exported."""

PROTOCOL_VERSION = 2
"""Incremented with every change that a client of the previous version cannot follow."""

SUBPROTOCOL = f"facedown.v{PROTOCOL_VERSION}.msgpack"
"""The websocket subprotocol a client offers and the server echoes."""

SUBPROTOCOL_PREFIX = "facedown.v"
NodeAddresses = Annotated[tuple[str, ...], Meta(max_length=256)]
"""Addresses of the nodes of a service."""


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
    """Open the conversation. `language` ("zh_CN"): of printed text that the client lacks."""

    name: Name
    protocol: int = PROTOCOL_VERSION
    client: Annotated[str, Meta(max_length=64)] = ""
    cards: Annotated[str, Meta(max_length=64)] = ""
    """Edition of the client's card facts. If it is the server's own, facts are sent as passcodes only."""
    language: Word = ""
    """Language of printed text for cards that the client does not have ("zh_CN"); "": send none."""
    password: Annotated[str, Meta(max_length=64)] = ""
    """The server's password, if it has one. Without it the server only resumes seats."""
    plays: Annotated[tuple[Word, ...], Meta(max_length=32)] = ()
    """The ways of play that the client has: "rules", "half", "free", "core", "fab", "companion". (): all."""


class ListTables(ToServer, frozen=True, tag="list"):
    """Subscribe to the lobby: `tables` now, and after every change."""


class UseDeck(ToServer, frozen=True, tag="deck"):
    """Bring a deck: a `.ydk` text, a `ydke://` address, or lines such as `3 Dark Magician`. `seat`: its side,
    at a solo table; 1 for the bot's deck, at a table for practice. Between duels it answers the prompt
    `side`.
    """

    deck: DeckText
    name: Annotated[str, Meta(max_length=80)] = ""
    seat: Annotated[int, Meta(ge=-1, le=1)] = -1
    """The side the deck is for, at a solo table; -1: the sender's."""


class ChangeMode(ToServer, frozen=True, tag="mode"):
    """Change the mode, as the host; from the other player it is a proposal. Both must be ready again."""

    mode: Mode


class Ready(ToServer, frozen=True, tag="ready"):
    """Declare the player ready or, with `ready` false, not ready."""

    ready: bool = True
    terms: Ordinal = 0


class Answer(ToServer, frozen=True, tag="answer"):
    """Answer a prompt with indices of options. `back` takes back the last choice of a declaration; `code` is
    the passcode of a declared name.
    """

    ask: Ordinal
    picks: Annotated[tuple[Index, ...], Meta(max_length=128)] = ()
    back: bool = False
    code: Passcode = 0


class Rewind(ToServer, frozen=True, tag="rewind"):
    """Go to this step of the table's line: alone at once, else with the other player's consent."""

    step: Annotated[int, Meta(ge=0, le=100_000)]


class Restart(ToServer, frozen=True, tag="restart"):
    """Restart a solo table, `fresh` with new shuffles. `hand`: passcodes for this side's opening hand."""

    fresh: bool = False
    hand: Annotated[tuple[Ordinal, ...], Meta(max_length=10)] = ()


class TakeSide(ToServer, frozen=True, tag="take_side"):
    """Switch to this side of a solo table."""

    seat: Annotated[int, Meta(ge=0, le=1)]


class SaveLine(ToServer, frozen=True, tag="save_line"):
    """Request the line of a solo table as a file; `line` answers."""


class AutoPass(ToServer, frozen=True, tag="auto"):
    """Set [when to be asked](#when-to-be-asked). The server stores the mode, except a `held` one: that lasts
    until the next `auto` or a lost connection.
    """

    mode: Annotated[str, Meta(pattern=MODE)]
    held: bool = False


class Seal(ToServer, frozen=True, tag="seal"):
    """Commit to this player's share for the next match ([how](#shares-and-seals))."""

    seal: Share32


class Share(ToServer, frozen=True, tag="share"):
    """Disclose the sealed share after `pledge`, and after each repeated one."""

    share: Share32


class Concede(ToServer, frozen=True, tag="concede"):
    """Concede this duel, or the whole match."""

    match: bool = False
    terms: Ordinal = 0


class Propose(ToServer, frozen=True, tag="propose"):
    """Propose a pause, its end (`resume`), a draw, a rematch, or opening both Decks after the match; ""
    withdraws. `win` and `void` end the match at once if the other player is `overdue`: won, or without a
    result.
    """

    what: Annotated[str, Meta(pattern=r"^(|pause|draw|resume|rematch|open|win|void)\Z")]
    terms: Ordinal = 0


class Consent(ToServer, frozen=True, tag="consent"):
    """Answer the other player's proposal with this `table.proposal_number`."""

    yes: bool
    proposal: Ordinal = 0


class Chat(ToServer, frozen=True, tag="chat"):
    """Send a chat line to the table; from a spectator, to spectators only until the duel ends. `who`: its
    author behind a relay.
    """

    text: ChatText
    who: Ordinal = 0


class Kick(ToServer, frozen=True, tag="kick"):
    """Kick a guest by name, as the table's host."""

    name: Name


class Leave(ToServer, frozen=True, tag="leave"):
    """Leave the table; during a match this concedes it."""

    terms: Ordinal = 0


class GetView(ToServer, frozen=True, tag="view"):
    """Request the whole View, and the open prompt again."""


class Ping(ToServer, frozen=True, tag="ping"):
    """Measure the round trip; `pong` returns the number."""

    number: Ordinal = 0


# --- server -> client --------------------------------------------------------------------------------------


class Welcome(ToClient, frozen=True, tag="welcome"):
    """The answer to `hello`. `core`: the EDOPro core here and its source; `banlists`: for tables in it.
    `practice`, `solo`: whether tables against the server's bot, and for one person with both sides, can be
    opened.
    """

    name: str
    server: str = ""
    protocol: int = PROTOCOL_VERSION
    formats: tuple[str, ...] = ()
    core: str = ""
    """EDOPro's core, if this server plays duels in it: the engine and where its source is."""
    banlists: tuple[str, ...] = ()
    """Ban lists that a table in the core can use."""
    nodes: NodeAddresses = ()
    """Addresses of all nodes of this service, if there are several. Each answers for every table."""
    practice: bool = False
    solo: bool = False


class Nodes(ToClient, frozen=True, tag="nodes"):
    """Addresses that replace `welcome.nodes`."""

    nodes: NodeAddresses


class Moved(ToClient, frozen=True, tag="moved"):
    """The table is on [another node](#reconnect-and-follow): connect to `address`."""

    address: str
    code: SentCode = ""
    epoch: int = 0


class Tables(ToClient, frozen=True, tag="tables"):
    """The open tables of the lobby, or the one of `get_table`."""

    rows: tuple[LobbyRow, ...] = ()


class AtTable(ToClient, frozen=True, tag="table"):
    """The table outside the duel has changed: people, stage, clocks. Changes of many spectators are sent once
    a second at most.
    """

    table: TableInfo
    same_spectators: bool = False
    """The spectators are those of the previous message without `gone` and with `come`; their names are
    omitted.
    """
    come: tuple[RosterName, ...] = ()
    gone: tuple[RosterName, ...] = ()

    def with_known_spectators(self, earlier: TableInfo | None) -> TableInfo:
        """Return the table with the names of spectators that were sent earlier."""
        if not self.same_spectators or earlier is None:
            return self.table
        names = earlier.spectators
        if self.come or self.gone:
            names = roster_after(names, self.come, self.gone)
        return msgspec.structs.replace(self.table, spectators=names)


class DeckReport(ToClient, frozen=True, tag="deck_report"):
    """Whether your deck is legal, or why not; how many of its cards have rules. `unknown`: passcodes for
    `tell_facts`; `notes`: what was left out of the text.
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
    """Printed text that the client cannot know, of cards in the next message or the player's deck; if the
    server has it, in the client's language. `lines`: for `line_of_card` in words of options.
    """

    facts: tuple[Facts, ...]
    lines: dict[int, tuple[str, ...]] = {}
    """Lines of the host's card database by passcode, for the next prompt. The words of an option
    (`line_of_card`) refer to a line by its number.
    """


class Pledge(ToClient, frozen=True, tag="pledge"):
    """The match begins: a commitment for each stream, and both seals. Repeated after a reconnect."""

    commitments: dict[str, bytes]
    seals: tuple[bytes, bytes] = (b"", b"")


class Shares(ToClient, frozen=True, tag="shares"):
    """Both players' shares, empty for a player without one. The throws begin."""

    shares: tuple[bytes, bytes] = (b"", b"")


class Opened(ToClient, frozen=True, tag="opened"):
    """After the match, for verification: secrets of streams, limits of their throws, trails of the viewer's
    Decks; of both Decks if both players agreed.
    """

    secrets: dict[str, bytes] = {}
    throws: dict[str, tuple[int, ...]] = {}
    trails: tuple[Trail, ...] = ()


class Whole(ToClient, frozen=True, tag="whole"):
    """The whole View at a version; for a newcomer with the log so far."""

    version: int
    view: View
    log: tuple[VisibleEvent, ...] = ()
    bundled: tuple[int, ...] = ()
    """Passcodes in the View's `facts` whose facts come with the program. Only in encoded messages."""


class Update(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """A frame, always a list: the low seven bits of its version, the patch from the previous version, the
    events.
    """

    version: Annotated[int, Meta(ge=0, le=127)]
    patch: Patch
    events: BriefEvents = ()
    steps: Annotated[int, Meta(ge=0, le=1)] = 0
    """1: the table's line has one more step, and stands at it."""

    @classmethod
    def between(
        cls, version: int, old: View, new: View, events: Sequence[VisibleEvent] = (), steps: int = 0,
        changes: ViewChanges | None = None,
    ) -> Update:  # fmt: skip
        """Return the update from one View to the next, with the events between them.

        `changes`: where the Views differ, if that is known.
        """
        changes = changes or view_changes(old, new)
        patch = diff(old, new, changes)
        return cls(version & 127, patch, brief(events, patch, Suggestions(old, new, changes.zones)), steps)

    def follows(self, version: int) -> bool:
        """Return whether this is the update right after that version."""
        return self.version == (version + 1) & 127

    def is_known(self, version: int) -> bool:
        """Return whether this update led to that version or to one of the sixty before it."""
        return (version - self.version) & 127 < 64

    def apply_to(self, old: View) -> tuple[View, tuple[VisibleEvent, ...]]:
        """Return the View after this update, given the one before, and its events in full.

        Raises LookupError or ValueError if the update does not fit the View.
        """
        new = apply(old, self.patch)
        return new, expand_events(self.events, self.patch, Suggestions(old, new, changed_zones(old, new)))


class Prompt(ToClient, frozen=True, tag="prompt"):
    """Choose `least` to `most` of the options. Repeated with the same `ask` after `resume` and `view`.
    `card`, `code`: its source.
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

    def __post_init__(self) -> None:
        if self.usual and not 0 <= min(self.usual) <= max(self.usual) < len(self.options):
            raise ValueError("`usual` are indices of options")

    @property
    def text(self) -> str:
        """The question as a sentence; "" if the kind says everything."""
        return str(self.words)


class PromptOver(ToClient, frozen=True, tag="prompt_over"):
    """That prompt is closed: answered, timed out or passed automatically."""

    ask: int


class Said(ToClient, frozen=True, tag="said"):
    """A chat line. `seat` -1: from a spectator. `name` "": from the server."""

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
    """The last request was refused and changed nothing. `ask`: the answered prompt; to a relay, the person it
    spoke for. `text`: for a client of another protocol.
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
    """The line of a solo table, as a file with this name."""

    name: str
    text: str


class Pong(ToClient, frozen=True, tag="pong"):
    """The answer to `ping`."""

    number: int = 0


FromClient = (
    Hello | ListTables | CreateTable | JoinTable | Watch | Resume | UseDeck | Ready | Answer | AnyGesture
    | TellFacts | ChangeMode | Rewind | Restart | TakeSide | SaveLine | AutoPass | Why | Seal | Share
    | Concede | Propose | Consent | Chat | Kick | Leave | GetView | Ping | GetReplay
    | GetOpened | DropReplay | Crowd | ControlRelay | SearchCards | GetMenu | GetTable
    | FindCards | CheckDeck
)  # fmt: skip
Named = (
    Welcome | Nodes | Moved | Tables | Seated | AtTable | DeckReport | Pledge | Shares | Opened | Whole
    | Prompt | PromptOver | Said | Talk | Refused | Reasons | LineText | Ended | Pong
    | ReplayKept | ReplayFile | ReplayGone | Dismissed | Printed | Relays | CardsFound | HandMenu
    | CardsListed | DeckChecked
)  # fmt: skip
"""Messages that a server sends as a map with a name."""
FromServer = Named | Update
