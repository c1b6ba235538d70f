"""Limits for people at tables and in the lobby, as one value."""

from __future__ import annotations

from dataclasses import dataclass

MAX_ABSENCE_S = 120.0
"""Seconds for which a player may be away in a match (`room/people/absence_store.py`)."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of one server. Times are in seconds, rates are per second."""

    tables: int = 500
    tables_per_address: int = 12
    trusted_networks: tuple[str, ...] = ()
    """Networks whose addresses may open any number of tables."""
    practice: int = 0
    """Tables for practice against the server's bot; 0: it has none."""
    solo: int = 500
    """Tables at which one person plays both sides."""
    alone_per_address: int = 12
    """Tables for practice and solo play opened from one address."""
    alone_idle: float = 21_600.0
    """Time without an act of its player after which such a table is closed."""
    spectators: int = 200
    """Spectators at one table."""
    relays: int = 16
    """Relays at one table with its host's link for relays; half as many without."""
    relays_per_address: int = 4
    """Relays at one table from one address without that link."""
    crowd: int = 10_000
    """Spectators behind all relays with the host's link, together."""
    crowd_per_relay: int = 200
    """Spectators behind one relay without the host's link."""
    relay_chat_rate: float = 5.0
    """Lines of chat from one relay."""
    relay_chat_burst: float = 30.0
    crowd_rate: float = 200.0
    """Names that one relay announces."""
    crowd_burst: float = 1_000.0
    barred: int = 200
    """Banned names, and addresses, that a table remembers; the oldest are forgotten first."""
    message_rate: float = 40.0
    message_burst: float = 120.0
    address_share: float = 5.0
    """Factor by which the message rate of one address exceeds that of one connection."""
    fair_share_rate: float = 8.0
    """Messages of one connection, by their price, that its address's other connections cannot use up."""
    fair_share_burst: float = 80.0
    full_share_rate: float = 0.5
    full_share_burst: float = 40.0
    """New connections of one address whose fair share is full from the start. Later ones earn theirs with
    time: else a client that reconnects again and again would have a new share each time."""
    first_fair_share: float = 4.0
    """The fair share at the start of such a later connection: enough to return to a seat."""
    work_fair_share_rate: float = 1.5
    """The same for heavy requests (`work_share`) and card searches."""
    work_fair_share_burst: float = 20.0
    name_letters: int = 24
    chat_letters: int = 400
    chat_rate: float = 1.0
    """Lines of chat from one connection."""
    chat_burst: float = 10.0
    chat_share: float = 2.0
    """Factor by which the chat rate of one address at a table exceeds that of one connection."""
    propose_rate: float = 0.4
    """Proposals of one player, including proposals to undo a step."""
    propose_burst: float = 4.0
    patience: int = 60
    """Messages over the rate before a connection is closed; one is forgiven every second."""
    garbage: int = 5
    """Invalid messages accepted before a connection is closed."""
    hello_within: float = 10.0
    guess_rate: float = 0.1
    """Wrong passwords, links and tokens from one address."""
    guess_burst: float = 5.0
    replay_rate: float = 4.0
    """Undone steps, restarts and loaded files of one player at a table, by their price
    (`room/requests/line_requests.py`).
    """
    replay_burst: float = 60.0
    replay_rate_of_address: float = 10.0
    """The same for one address at all tables together."""
    solo_work_rate: float = 0.2
    """Seconds of work per second at the solo tables of one address, here and in engine processes."""
    solo_work_burst: float = 15.0
    replay_fair_share_rate: float = 0.3
    replay_fair_share_burst: float = 15.0
    """The part of one player at a table that others at the same address cannot use up."""
    journal_bytes_per_day: float = 200e6
    """Bytes per day that messages of one address may add to the journal."""
    late_act_rate: float = 8.0
    """Acts in running matches from an address that has used up its journal bytes."""
    late_act_burst: float = 240.0
    open_rate: float = 0.2
    """Files opened from one address."""
    open_burst: float = 10.0
    lock_rate: float = 0.1
    """Tables with a password opened from one address: hashing a password takes about ten milliseconds."""
    lock_burst: float = 12.0
    work_share: float = 0.25
    """The share of an address's messages that may be decks of a thousand letters. Reading such a deck and
    storing the table takes about two milliseconds; a longer one takes longer in proportion."""
    bring_rate: float = 2.0
    """Decks, and messages of facts about their cards, that one player brings to a table."""
    bring_burst: float = 150.0
    search_rate: float = 8.0
    """Searches for a card's name from one address: each takes three milliseconds at most."""
    search_burst: float = 24.0
    grace: float = MAX_ABSENCE_S
    """Time that a player may be absent before the opponent may end the match alone."""
    share_within: float = 10.0
    """Time for a player's client to disclose its share of a match's random secret."""
    pause: float = 900.0
    """The longest pause. After it the clocks resume."""
    order_time: float = 60.0
    """Time to choose who goes first, at a table with clocks."""
    side_time: float = 300.0
    """Time for siding, at a table with clocks."""
    empty_closes: float = 60.0
    """Time without a player after which a table is closed before its match."""
    over_closes: float = 300.0
    """Time without a player after which a table is closed after its match."""
    unused_yields: float = 300.0
    """Time without a player after which a table may be closed to make room for a new one, unless two players
    play a match there. Shorter for openers who have left several such tables (`room/table_eviction.py`).
    """
    duel_yields: float = 900.0
    """The same for a table with a match between two players, if no other table can be closed."""
    idle_closes: float = 21_600.0
    """The time after which an idle table is closed, even during a match."""
