"""Requests of a deck editor, without a table: searches for cards, and the check of a deck.

The answers depend on the request and the server's cards alone, never on a table.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

from facedown_server.network.crowd.guest import Guest
from facedown_server.room.broadcast.time_slice import LONG_WORK_PAUSE_S, TimeSlice
from facedown_server.room.server_context import ServerContext
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks import decks
from facedown_shared.decks.banlists import NO_LIMITS, Limits
from facedown_shared.decks.card_search import AllowedCopies, CardSearch, classes
from facedown_shared.decks.decks import ParsedDeck
from facedown_shared.protocol.messages import (
    CardsListed,
    CheckDeck,
    DeckCard,
    DeckChecked,
    FindCards,
    Printed,
    Settings,
)
from facedown_shared.tables import FORMATS, Format
from facedown_shared.text import BadInput, Code, Illegal, words

CRITERIA_PER_TOKEN = 2
"""Words and criteria of a search that cost one more token of the address, before it is known how long they
take.
"""
SEARCH_S_PER_TOKEN = 0.003
"""Seconds of work that a token of searches stands for: 8 a second, and 1.5 of a connection's own share, are
30 ms. What a search takes beyond its price is charged afterwards.
"""
ARCHETYPES_CRITERIA_COUNT = 2
"""Criteria that listing archetypes counts as."""
LETTERS_PER_TOKEN_COUNT = 1_000
"""Letters of a deck's text that cost one more token."""
MAX_NOTES = 8
"""Maximum number of notes about Tokens in one response."""


async def answer_deck_request(guest: Guest, message: FindCards | CheckDeck, server: ServerContext) -> None:
    """Answer a request of a deck editor.

    Raises Illegal if requests come too fast, BadInput for a format or a ban list that is not known.
    """
    settings = _settings(message, server)
    if isinstance(message, FindCards):
        await _find_cards(guest, message, settings, server)
    else:
        await _check_deck(guest, message, settings, server)


def _settings(message: FindCards | CheckDeck, server: ServerContext) -> Settings:
    """Return the settings of a table for the deck."""
    settings = server.with_format(Settings(format=message.format, banlist=message.banlist))
    if FORMATS[settings.format].on_paper:
        raise BadInput(Code.BAD_SETTING, words("no_decks_on_paper"))
    return settings


async def _find_cards(guest: Guest, message: FindCards, settings: Settings, server: ServerContext) -> None:
    time_slice = TimeSlice(server.world, rest=LONG_WORK_PAUSE_S)
    rules, limits = FORMATS[settings.format], server.limits(settings) or NO_LIMITS
    allowed = AllowedCopies.by_list(rules, limits, server.pool)
    search = _search(message, rules, allowed, server.pool)
    parts = len(search.wanted_words) + len(search.criteria()) + ARCHETYPES_CRITERIA_COUNT * message.archetypes
    price = 1 + parts / CRITERIA_PER_TOKEN
    if not guest.pay_for_work(server.searches, server.bounds, server.world.now(), price):
        raise Illegal(words("too_much_at_once"), Code.TOO_FAST)
    found = await server.card_index.find(search, guest.reads, time_slice, with_archetypes=message.archetypes)
    server.printing.send_found_texts([facts.code for facts in found.cards], guest)
    rows = _listed_cards(found.cards, allowed, limits, server.pool)
    guest.send(CardsListed(message.number, rows, found.total, found.archetypes))
    more = max(0.0, time_slice.worked_s / SEARCH_S_PER_TOKEN - price)
    guest.charge_for_work(server.searches, server.world.now(), more)


def _search(message: FindCards, rules: Format, allowed: AllowedCopies, pool: Pool) -> CardSearch:
    """Return the search of a message."""
    plain, filters = CardSearch.for_format(rules), message.filters
    hero = pool.get(filters.hero) if filters.hero else None
    return CardSearch(
        message.text, frozenset(filters.kinds), frozenset(filters.marks), frozenset(filters.races),
        frozenset(filters.summons), frozenset(filters.properties), filters.archetypes, filters.limit,
        plain.levels if filters.levels is None else filters.levels, filters.attack, filters.defense,
        plain.terms, plain.card_kinds, classes(hero) if hero is not None else frozenset(), allowed,
    )  # fmt: skip


def _listed_cards(
    cards: Iterable[Facts], allowed: AllowedCopies, limits: Limits, pool: Pool
) -> tuple[DeckCard, ...]:
    costs = limits.costs(pool)
    return tuple(DeckCard(facts.code, allowed.of(facts), costs.get(facts.original, 0)) for facts in cards)


async def _check_deck(guest: Guest, message: CheckDeck, settings: Settings, server: ServerContext) -> None:
    price = 1 + len(message.deck) / LETTERS_PER_TOKEN_COUNT
    if not guest.pay_for_work(server.works, server.bounds, server.world.now(), price):
        raise Illegal(words("too_fast_decks"), Code.TOO_FAST)
    try:
        checked, parsed = await TimeSlice(server.world).run(_check_in_steps(message, settings, server))
    except BadInput as unreadable:
        guest.send(DeckChecked(message.number, legal=False, reasons=(unreadable.words,)))
        return
    own = tuple(facts for facts in parsed.listed if facts.code not in server.pool)
    if own and guest.reads:
        guest.send(Printed(own))
    server.printing.deck([row.code for row in checked.cards], guest)
    guest.send(checked)


def _check_in_steps(
    message: CheckDeck, settings: Settings, server: ServerContext
) -> Generator[None, None, tuple[DeckChecked, ParsedDeck]]:
    """Parse and check a deck, yielding whenever other tasks may run.

    Raises BadInput for a text without cards.
    """
    rules, limits = FORMATS[settings.format], server.limits(settings) or NO_LIMITS
    parsed = yield from decks.parse_in_steps(
        message.deck, server.pool, rules=rules, names=server.card_names
    )  # fmt: skip
    yield
    pool = server.pool_with_facts(parsed.listed)
    deck, tokens = decks.remove_tokens(decks.sort_into_parts(parsed.deck, pool), pool)
    yield
    report = server.report(deck, rules, pool, settings)
    yield
    known = [facts for code in dict.fromkeys(deck.cards) if (facts := pool.get(code)) is not None]
    cards = _listed_cards(known, AllowedCopies.by_list(rules, limits, pool), limits, pool)
    notes = (*parsed.notes(), *tokens[:MAX_NOTES])
    checked = DeckChecked(
        message.number, report.legal, report.reasons, notes, *deck.parts, cards, report.points,
        report.point_cap,
    )  # fmt: skip
    return checked, parsed
