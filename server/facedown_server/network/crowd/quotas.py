"""Limits of what people may do at tables and in the lobby, as one value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of one server. Times are in seconds, rates are per second."""

    tables: int = 500
    tables_per_address: int = 12
    spectators: int = 200
    """At one table."""
    relays: int = 16
    """Relays at one table with its host's link for relays; half as many without."""
    relays_per_address: int = 4
    """Relays at one table from one address without that link."""
    crowd: int = 10_000
    """Spectators behind all relays with that link."""
    crowd_per_relay: int = 200
    """Spectators behind one relay without that link."""
    relay_chat_rate: float = 5.0
    """Lines from one relay."""
    relay_chat_burst: float = 30.0
    crowd_rate: float = 200.0
    """Names that one relay announces."""
    crowd_burst: float = 1_000.0
    barred: int = 200
    """Banned names, and addresses, that a table remembers; the oldest are forgotten first."""
    message_rate: float = 40.0
    message_burst: float = 120.0
    address_share: float = 5.0
    """All connections of one address together may send so many times that."""
    name_letters: int = 24
    chat_letters: int = 400
    chat_rate: float = 1.0
    """Lines from one connection."""
    chat_burst: float = 10.0
    chat_share: float = 2.0
    """The multiple of that which all connections of one address together may send to one table."""
    propose_rate: float = 0.4
    """Proposals of one player, and steps that are proposed to be taken back."""
    propose_burst: float = 4.0
    patience: int = 60
    """Messages over the rate before a connection is closed; one is forgotten every second."""
    garbage: int = 5
    """How many things that are no message are taken before a connection is closed."""
    hello_within: float = 10.0
    guess_rate: float = 0.1
    """Wrong passwords, links and tokens from one address."""
    guess_burst: float = 5.0
    replay_rate: float = 4.0
    """Steps taken back, new beginnings and saved files of one player at a table, by their price
    (`room/requests/line_requests.py`)."""
    replay_burst: float = 60.0
    replay_rate_of_address: float = 10.0
    """The same at all tables together, of one address."""
    journal_bytes_per_day: float = 200e6
    """Bytes that the messages of one address make the journal take."""
    late_act_rate: float = 8.0
    """Acts of running matches from one address that has used up those bytes."""
    late_act_burst: float = 240.0
    open_rate: float = 0.2
    """Files opened from one address."""
    open_burst: float = 10.0
    lock_rate: float = 0.1
    """Tables with a password opened from one address: sealing one takes about ten milliseconds."""
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
    grace: float = 120.0
    """How long a player may be away before the other may settle the match alone."""
    share_within: float = 10.0
    """How long a player's client has to show its share of a match's throws."""
    pause: float = 900.0
    """The longest pause. After it the clocks go on."""
    order_time: float = 60.0
    """The time a player has to choose who goes first, at a table with clocks."""
    side_time: float = 300.0
    """How long players have for siding, at a table with clocks."""
    empty_closes: float = 60.0
    """After this time without a player a table is closed, before its match."""
    over_closes: float = 300.0
    """The same after its match."""
    unused_yields: float = 300.0
    """After this time without a player a table gives up its place to a new one where there is no room, unless
    two play a match there; sooner where its opener has left more of them (`room/table_eviction.py`)."""
    duel_yields: float = 900.0
    """The same of a match between two, while none of the others gives up its place."""
    idle_closes: float = 21_600.0
    """The time after which an idle table is closed, even during a match."""
