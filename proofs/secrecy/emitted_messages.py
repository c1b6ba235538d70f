"""Everything a server can send, show in a browser, announce or log: one list, and the proof walks it.

What is sent and not on the list is a difference like any other. tests/proofs/secrecy/test_emitted_messages.py
reads the sources and fails when they emit something that is missing here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import get_args

from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.messages import AtTable, FromServer, Prompt, Refused, Update, Whole
from facedown_shared.protocol.visible_events import KINDS
from proofs.secrecy.server_harness import Letter

MESSAGES: dict[str, tuple[str, ...]] = {
    "AtTable": (
        "facedown_server.network.relay.relayed_table",
        "facedown_server.room.room",
    ),
    "CardsListed": ("facedown_server.room.requests.deck_requests",),
    "CardsFound": ("facedown_server.room.requests.card_searches",),
    "DeckChecked": ("facedown_server.room.requests.deck_requests",),
    "DeckReport": ("facedown_server.room.people.deck_intake", "facedown_server.room.server_context"),
    "Dismissed": (
        "facedown_server.network.relay.relayed_table",
        "facedown_server.network.relay.spectators",
        "facedown_server.room.people.spectators",
        "facedown_server.room.requests.attendance",
    ),
    "Ended": (
        "facedown_server.network.relay.relayed_table",
        "facedown_server.room.requests.attendance",
    ),
    "HandMenu": ("facedown_server.room.requests.line_requests",),
    "LineText": ("facedown_server.room.requests.line_requests",),
    "Moved": ("facedown_server.room.lobby", "facedown_server.service.nodes.drain"),
    "Nodes": ("facedown_server.room.lobby", "facedown_server.room.room"),
    "Opened": ("facedown_server.room.match.fair_throws",),
    "Pledge": ("facedown_server.room.match.fair_throws",),
    "Pong": (
        "facedown_server.network.relay.reception",
        "facedown_server.room.lobby",
        "facedown_server.room.session",
    ),
    "Reasons": ("facedown_server.room.match.lifecycle",),
    "Relays": ("facedown_server.room.people.relay_control",),
    "ReplayFile": ("facedown_server.room.replays.replay_desk",),
    "ReplayGone": ("facedown_server.room.replays.replay_desk",),
    "ReplayKept": ("facedown_server.room.replays.replay_desk",),
    "Printed": (
        "facedown_server.network.crowd.printed_cards",
        "facedown_server.room.requests.deck_requests",
    ),
    "Prompt": ("facedown_server.room.match.pending_prompts",),
    "PromptOver": ("facedown_server.room.match.runner",),
    "Refused": (
        "facedown_server.network.crowd.conversation",
        "facedown_server.network.relay.spectators",
        "facedown_server.network.wire.acceptor",
        "facedown_server.room.replays.replay_desk",
        "facedown_server.room.room",
    ),
    "Said": (
        "facedown_server.network.relay.relayed_table",
        "facedown_server.room.people.entrance",
        "facedown_server.room.people.table_context",
        "facedown_server.room.requests.attendance",
        "facedown_server.storage.store",
    ),
    "Seated": (
        "facedown_server.network.relay.relayed_table",
        "facedown_server.room.requests.attendance",
        "facedown_server.room.requests.line_requests",
    ),
    "Shares": ("facedown_server.room.match.fair_throws",),
    "Tables": (
        "facedown_server.network.relay.relayed_table",
        "facedown_server.room.lobby",
    ),
    "Talk": (
        "facedown_server.network.relay.relayed_table",
        "facedown_server.room.requests.attendance",
    ),
    "Update": (
        "facedown_server.network.relay.relayed_table",
        "facedown_server.room.broadcast.audience",
    ),
    "Welcome": (
        "facedown_server.network.relay.reception",
        "facedown_server.room.session",
        "facedown_server.service.relay_server",
    ),
    "Whole": ("facedown_server.room.broadcast.audience",),
}
"""Every message by its class, and where it is made."""

PROMPTS = ("turn", "response", "trigger", "choice", "by_hand", "search", "confirm", "order", "side")
STAGES = ("gathering", "toss", "order", "duel", "siding", "over")
FRAMES = ("handshake", "ping", "pong", "close", "end")
PAGES = (
    "/", "/tables", "/t/{}", "/new", "/decks", "/replay", "/facedown.zip", "/emblem.svg", "/icon-192.png",
    "/icon-512.png", "/preview.png", "/manifest.webmanifest", "/browser/{}", "/e{}", "/e/new",
)  # fmt: skip
"""Paths that answer; any other is a page of one sentence. The host's port adds /healthz and /metrics."""

EVENT_NEWS = ("parts", "title", "clock", "say", "answer", "key", "go", "ended", "moved")
"""What the pages of an event are sent, over a websocket of their own: names, tables and results, and no card.
`answer` goes to the organizer alone, `key` to the page that registered or returned a player, `go` (an
organizer's link) to the page that created the event, `moved` to the pages of an event of another server.
"""

ANNOUNCED = (
    "protocol", "server", "tls", "code", "host", "format", "best_of", "stage", "spectators", "locked",
    "mode", "banlist",
)  # fmt: skip
"""What the network is sent of a table: all of it is the table's row in the lobby."""

CODES = (
    "malformed", "too_large", "too_fast", "old_protocol", "not_offered", "old_prompt", "outdated",
    "not_your_turn", "not_now", "not_allowed", "against_rules", "needs_effect", "not_taken_back",
    "seat_taken", "wrong_link", "wrong_token", "wrong_password", "server_password", "no_such_table",
    "table_closed", "table_full", "server_full", "bad_deck", "bad_name", "bad_file", "bad_setting",
    "unreachable", "broken",
)  # fmt: skip

LOG_LINES = (
    "a header cannot be read", "a closed table was not deleted", "a table could not be replayed ahead",
    "a duel was cut short", "a page failed", "a replay was not stored",
    "a replay was not made", "a script failed", "a session failed",
    "a table could not be replayed ahead", "a table cannot be read yet",
    "a table of another node is not relayed here", "a table could not be balanced",
    "a line of chat cannot be read", "a line of the banlist is left out",
    "a table was not stored", "a table's way to play was not stored", "a table was set aside",
    "a table's log is long: it is restored later",
    "an act was not stored", "an engine process died", "an event's act was not stored",
    "an event's tables were not opened", "an event goes on without its file", "an event was set aside",
    "an event's file was imported", "an event's file was not written", "an event cannot be read yet",
    "a match of an event could not be run again", "cannot accept a connection",
    "cannot take over a connection",
    "a connection could not be handed on",
    "a worker did not exit cleanly", "a worker exited and is restarted",
    "opened tables are counted on this node only", "rate limits are counted on this node only",
    "a relay was banned", "bans of other nodes could not be read", "certificate renewed",
    "clocks were not stored", "a connection could not be closed",
    "could not resynchronize a slow reader", "could not write", "match started",
    "event ended by the host", "guest kicked by the host", "not announced on this network",
    "old matches were deleted", "old matches were not deleted", "restriction changed by the operator",
    "link back given out", "player disconnected", "player reconnected", "player joined",
    "refused", "spent token",
    "a table could not be handed over", "a table was handed over",
    "a table stays: no other node can run it", "drain finished",
    "a handover could not be written to the database", "drain started",
    "drain cancelled",
    "a table belongs to another node", "tables of other nodes taken over",
    "the lease could not be renewed", "this node could not announce its exit",
    "stage", "started", "stopping", "table broke", "table restored", "table closed",
    "table closed by the host", "table evicted", "table opened",
    "the bot was not called", "the process of the bots has ended",
    "the end of a match was not stored",
    "the download cannot be built",
    "the journal cannot be written", "the journal can be written again",
    "tables are being restored", "all tables are restored",
    "tunnel closed", "tunnel open",
    "upstream connection lost", "upstream is tried again", "upstream table joined",
    "waiting for the database",
    "the rules have changed since this duel began: it continues", "retrying later",
)  # fmt: skip
"""Every line of the log. The other fields that it may carry are listed in
server/facedown_server/runtime/logs.py.
"""

INSERTED: dict[str, tuple[str, ...]] = {
    "facedown_server.games.duel.chain.windows": ("title",),
    "facedown_server.refereeing.prompted_referee": ("_span(ask.least, ask.most)", "least", "most"),
    "facedown_server.games.duel.turn.turn": ("TITLES[name]", "duel.format.hand_limit", "surplus"),
    "facedown_server.games.manual.card_gestures": ("have",),
    "facedown_server.network.crowd.viewer_group": ("too_many",),
    "facedown_server.games.manual.flesh_and_blood.gestures": (
        "' and '.join(POINTS)",
        "POINTS",
        "before",
        "have",
        "len(places)",
    ),
    "facedown_server.games.manual.flesh_and_blood.opening": ("strange[0]", "zone"),
    "facedown_server.games.manual.pile_gestures": ("len(hand)", "len(pile)"),
    "facedown_server.games.manual.player_gestures": (
        "', '.join(hands.game.phases)",
        "MAX_LIFE",
        "MAX_THROWS",
        "hands.game.phases",
    ),
    "facedown_server.games.manual.yugioh.half.gestures": ("MAX_STAT",),
    "facedown_server.refereeing.match": ("act.origin", "act.seat", "log_codec.encode_body(act.body)"),
    "facedown_server.games.openings": ("explain_error(error)", "line.format"),
    "facedown_server.room.restoring": ("differs", "type(error).__name__"),
    "facedown_server.room.match.disclosure": (
        "_end_reason(last, names)",
        "_end_reason(result, names)",
        "names[last.winner]",
        "names[match.chooser]",
        "names[result.winner]",
        "number",
    ),
    "facedown_server.network.crowd.bans": ("address", "mark", "self._code"),
    "facedown_server.network.crowd.chat_quota": ("guest.viewer",),
    "facedown_server.network.crowd.conversation": ("PROTOCOL_VERSION", "message.protocol", "older"),
    "facedown_server.room.lobby": ("there",),
    "facedown_server.room.match.fair_throws": ("purpose", "scope"),
    "facedown_server.room.match.lifecycle": (
        "next(iter(seat.facts.values())).name",
        "other.name",
        "seat.name",
        "server.world.entropy(6).hex()",
        "table.code",
    ),
    "facedown_server.room.match.pending_prompts": (
        "_choice_count(prompt.least, prompt.most)",
        "least",
        "most",
    ),
    "facedown_server.room.broadcast.archetypes": ("words[start:end]",),
    "facedown_server.room.broadcast.name_search": ("name", "spaced.split()", "wanted"),
    "facedown_server.room.requests.absence_ledger": ("seat.name", "self._table.opposite_seat(seat).name"),
    "facedown_server.room.requests.attendance": ("name", "seat.name"),
    "facedown_server.room.people.core_question": ("seat.name",),
    "facedown_server.room.people.deck_intake": (
        "blank[0]",
        "facts.code",
        "facts.name",
        "message.mode",
        "mode",
        "name",
        "self._table.rules.title",
    ),
    "facedown_server.room.requests.line_requests": ("table.code", "table.settings.format"),
    "facedown_server.network.crowd.names": ("ZWJ", "ZWNJ", "number", "seen.split()"),
    "facedown_server.room.people.proposals": (
        "more",
        "self.open.proposer",
        "self.open.step",
        "self.open.what",
        "self.open.word",
    ),
    "facedown_server.room.people.seats": ("code", "secret"),
    "facedown_server.room.recovery": ("failed",),
    "facedown_server.room.table_eviction": ("room.code",),
    "facedown_server.room.server_context": (
        "', '.join(self.formats)",
        "self.formats",
        "settings.banlist",
        "settings.format",
    ),
    "facedown_server.refereeing.undo.history": (
        "_REASONS[reason]",
        "len(self.line)",
        "most",
        "number",
        "refused.words",
        "saved_lines.MAX_LETTERS",
        "self.step",
    ),
    "facedown_server.refereeing.undo.saved_lines": ("explain_error(error)", "len(line.steps)", "line.at"),
    "facedown_server.network.wire.acceptor": (
        "SUBPROTOCOL",
        "host",
        "request.headers.get_all('Sec-WebSocket-Protocol')",
        "request.headers.get_all('X-Forwarded-For')",
        "scheme",
    ),
}
"""What is inserted into texts that clients may read, by where they are made: names of people and tables,
public numbers, words the reader sent. Nothing of it comes from a card its reader cannot see: a card is put
into words as a card (`card_sentence`), and `sight.redact_words` checks who may know it.
"""


LISTED = frozenset({
    *(f"message {kind.__name__}" for kind in get_args(FromServer) if kind.__name__ in MESSAGES),
    *(f"code {code}" for code in CODES),
    *(f"happening {kind}" for kind in KINDS),
    *(f"prompt {kind}" for kind in PROMPTS),
    *(f"stage {stage}" for stage in STAGES),
    *(f"frame {frame}" for frame in FRAMES),
    *(f"page {path}" for path in PAGES),
    *(f"log {line}" for line in LOG_LINES),
    "page of another path", "announcement",
})  # fmt: skip
"""Every name `names` may give."""

_FAILING = "only when a disk, a network or a program fails: tests/server looks at those"
_FREE = "free tables, which the proof plays with --free"
_RELAYS = "relays, which the proof plays with --relays"
_FAB = "tables of Flesh and Blood, which the proof plays with --game fab"
_HOST = "the host's own doing: starting, stopping, closing tables"

ELSEWHERE: dict[str, str] = {
    **{
        f"message {kind}": "a server with a folder: tests/server/room/replays looks at them"
        for kind in ("ReplayFile", "ReplayGone", "ReplayKept")
    },
    "page /e{}": "a server with an event: tests/server/events",
    "page /e/new": "a server on which visitors create events: tests/server/events",
    "message Dismissed": _RELAYS, "message Relays": _RELAYS,
    "log a relay was banned": "tests/server/room/people/test_relay_control.py",
    "log table evicted": "a full server: tests/server/room/test_table_eviction.py",
    "log upstream connection lost": _RELAYS, "log upstream is tried again": _RELAYS,
    "log upstream table joined": _RELAYS,
    "message LineText": "a file of a table played alone, by the one who plays it",
    "code bad_file": "the same", "code bad_setting": "settings nobody offers", "code broken": _FAILING,
    "code server_full": "tests/server/network/wire", "code table_full": "tests/server/room",
    "code server_password": "tests/server/service", "code table_closed": "tests/server/room",
    "code unreachable": "a client's own word",
    "code too_large": "the websocket itself refuses before",
    "code not_your_turn": "a prompt tells whose turn it is; the room refuses before",
    "code against_rules": _FREE, "code needs_effect": _FREE, "code not_taken_back": _FREE,
    **{
        f"happening {kind}": _FREE for kind in ("arrange", "declare", "point", "rewind", "search", "signal")
    },
    "prompt search": "nobody is asked so: it is what others are told of who looks through a Deck",
    **{f"happening {kind}": _FAB for kind in ("combat", "points", "zone")},
    "frame pong": "a client that pings in the websocket's own way",
    **{
        f"log {line}": _FAILING
        for line in (
            "a header cannot be read",
            "a closed table was not deleted", "a connection could not be closed", "a duel was cut short",
            "a page failed", "a script failed", "bans of other nodes could not be read",
            "old matches were not deleted",
            "a replay was not stored", "a replay was not made",
            "a line of chat cannot be read", "a session failed", "a table cannot be read yet",
            "a table could not be replayed ahead",
            "a table of another node is not relayed here",
    "a table was not stored",
            "a table's log is long: it is restored later",
            "a table was set aside", "an act was not stored", "an engine process died",
            "an event's act was not stored", "an event's tables were not opened",
            "an event goes on without its file", "an event was set aside",
            "an event's file was not written", "an event cannot be read yet",
            "a match of an event could not be run again",
            "cannot accept a connection", "clocks were not stored",
            "could not resynchronize a slow reader", "could not write", "not announced on this network",
            "refused", "table broke",
            "the bot was not called", "the process of the bots has ended",
            "the end of a match was not stored", "retrying later",
            "the journal cannot be written", "the journal can be written again",
            "the rules have changed since this duel began: it continues",
        )
    },
    **{
        f"log {line}": _HOST
        for line in (
            "certificate renewed", "link back given out", "started", "stopping", "table closed by the host",
            "event ended by the host", "an event's file was imported",
            "tunnel closed", "tunnel open", "restriction changed by the operator", "old matches were deleted",
        )
    },
}  # fmt: skip
"""What the duels of the proof do not cause, and why."""


def names(letter: Letter) -> Iterator[str]:
    """Return the content of a letter, in the words of the list."""
    sort = letter.sort
    if sort == "binary":
        yield from _texts_in_message(decode_from_server(letter.data))
    elif sort in FRAMES:
        yield f"frame {sort}"
    elif sort.startswith("/"):
        page = "/browser/{}" if sort.startswith("/browser/") else sort
        yield f"page {page}" if page in PAGES else "page of another path"
    elif sort == "log":
        yield f"log {json.loads(letter.data)['event']}"
    else:
        yield sort


def _texts_in_message(message: FromServer) -> Iterator[str]:
    yield f"message {type(message).__name__}"
    match message:
        case Refused(code=code):
            yield f"code {code}"
        case Whole(log=told):
            yield from (f"happening {one.kind}" for one in told)
        case Update(events=events):
            yield from (f"happening {one.word_of_kind}" for one in events)
        case Prompt(kind=kind):
            yield f"prompt {kind}"
        case AtTable(table=table):
            yield f"stage {table.stage}"
