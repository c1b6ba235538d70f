"""Entry points of playing in the terminal: at a server, at a table of one's own, alone, or resumed.

Law: no pygame. Each function returns when the table is left.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, suppress
from functools import partial

import msgspec
import trio

from facedown_client.bot.bot_player import seat_bot
from facedown_client.bot.levels import DEFAULT_LEVEL
from facedown_client.connection import Link, Return, Returns, Visit, hosting, practice
from facedown_client.connection.network_search import NetworkSearch
from facedown_client.connection.return_places import (
    BACK,
    PublicAccess,
    link_at_last_server,
    place_of_link,
    request_for_link,
)
from facedown_client.data import DeckEntry, Preferences, deck_entries
from facedown_client.data.solo_table import SoloTable
from facedown_client.model.words.exit_texts import Keeps
from facedown_client.replays.recorder import Recorder
from facedown_client.terminal.console import Console
from facedown_client.terminal.keyboard import TerminalSession
from facedown_shared.network import links
from facedown_shared.protocol.messages import CreateTable, JoinTable, Settings
from facedown_shared.protocol.table_settings import normalize
from facedown_shared.startup import typed_command
from facedown_shared.text import BadInput, _, gettext_noop
from facedown_shared.text.terminal_output import print_lines

OPENING_TUNNEL = gettext_noop("Opening a tunnel through {host} …")
SEARCH_TIMEOUT_S = 4.0
"""Seconds to search the network for a table by its code."""


async def open_link(
    text: str, own: Preferences, deck: DeckEntry | None, *, watch: bool = False, password: str = "",
    server_password: str = "", tunnel: str | None = None,
) -> None:  # fmt: skip
    """Join the server or table at a link, an address or a code. `tunnel`: for a table that we hosted.

    Raises FacedownError if that fails.
    """
    link = links.parse_link(text)
    watch = watch or link.role in links.WATCHING
    if link.role in BACK:
        await _resume_duel(place_of_link(link), own, deck)
        return
    if not link.host:
        if not watch and (place := _stored_seat(link.code)) is not None:
            rejoin = JoinTable(link.code, password=password)
            await _resume_duel(place, own, deck, wish=rejoin, tunnel=tunnel)
            return
        link = await _find_table(link.code, own.server)
    wish = request_for_link(link, watch=watch, password=password)
    visited = Link(link, own.name, wish=wish, returns=Returns())
    visited.server_password = server_password
    await _visit(visited, own, deck)


async def host(
    table: Settings, port: int, own: Preferences, deck: DeckEntry | None, access: PublicAccess, *,
    or_any: bool = True,
) -> None:  # fmt: skip
    """Run a server on this computer, open to the network, and open a table on it. `or_any`: if the port is
    taken, use any.
    """
    async with _own_server(port, access, or_any=or_any) as server:
        print_lines(filter(None, [hosting.port_change_text(port, server), *waiting_duel_lines()]))
        link = Link(server, own.name, wish=CreateTable(table), returns=Returns())
        await _visit(link, own, deck, access=access)


def waiting_duel_lines() -> list[str]:
    """Return a line for each duel that a server on this computer brings back: its opponent waits there."""
    sentence = _("Your duel {code} with {name} is open again, and {name} waits: to play on type {command}")
    return [
        sentence.format(
            code=place.code, name=place.opponent, command=f"{typed_command(f'join {place.code}')} --text"
        )
        for place in Returns().valid_places()
        if place.hosted and place.opponent and not place.practice
    ]


async def practise(
    table: Settings, own: Preferences, deck: DeckEntry | None, level: str = DEFAULT_LEVEL
) -> None:
    """Run a private server with a table, with the bot of this level as opponent."""
    own_level = "" if level == DEFAULT_LEVEL else level
    table = normalize(msgspec.structs.replace(table, listed=False, pace="off", password="", level=own_level))
    async with hosting.server() as server, trio.open_nursery() as nursery:
        visit = Visit(Link(server, own.name, wish=CreateTable(table)), spoken=True, recorder=Recorder())
        sitting = TerminalSession(visit, Console(), own=own, deck=deck, keeps=Keeps.NOTHING)
        nursery.start_soon(_invite_bot, sitting, server)
        await sitting.run_session()
        nursery.cancel_scope.cancel()


async def play_alone(wish: CreateTable, own: Preferences, opened: SoloTable) -> None:
    """Run a private server with a table, and play both sides."""
    async with hosting.server() as server:
        visit = Visit(Link(server, own.name, wish=wish), spoken=True)
        visit.model.line.add_remarks(opened.remarks)
        visit.model.lesson = opened.lesson
        await TerminalSession(
            visit, Console(), own=own, hear=partial(opened.handle_message, usual=own.deck)
        ).run_session()


async def _visit(
    link: Link, own: Preferences, deck: DeckEntry | None, *, access: PublicAccess | None = None
) -> None:  # fmt: skip
    """Visit a server. `access`: how others reach it, if it is ours."""
    visit = Visit(link, spoken=True, recorder=Recorder())
    keeps = Keeps.THERE if access is None else Keeps.HERE
    await TerminalSession(visit, Console(), own=own, deck=deck, keeps=keeps, access=access).run_session()


def _own_server(
    port: int, access: PublicAccess, *, or_any: bool = True, resumes: bool = False
) -> AbstractAsyncContextManager[links.TableLink]:
    if access.tunnel:
        print_lines([_(OPENING_TUNNEL, host=access.tunnel)])
    return hosting.server(
        hosting.EVERYWHERE, port, data=hosting.stored_duels_folder(), or_any=or_any, found=True,
        access=access, resumes=resumes,
    )  # fmt: skip


async def _resume_duel(
    place: Return, own: Preferences, deck: DeckEntry | None, *, wish: JoinTable | None = None,
    tunnel: str | None = None,
) -> None:  # fmt: skip
    """Resume a duel. If the server was ours, start it again first, with the same tunnel or another one.
    `wish`: sent if the seat was given up.
    """
    returns = Returns()
    with suppress(BadInput):
        deck = deck or (deck_entries.from_text(place.deck, _("your deck")) if place.deck else None)
    if place.practice:
        await _resume_practice(place, own, deck)
        return
    if not place.hosted:
        await _visit(Link(place.address, own.name, wish=wish, place=place, returns=returns), own, deck)
        return
    access = place.access if tunnel is None else msgspec.structs.replace(place.access, tunnel=tunnel)
    async with _own_server(place.address.port, access, resumes=True) as server:
        await _visit(Link(server, own.name, place=place, returns=returns), own, deck, access=access)


async def _resume_practice(place: Return, own: Preferences, deck: DeckEntry | None) -> None:
    """Resume a practice that was begun in the window, with its server and the bot."""
    ours = hosting.server(port=place.address.port, data=practice.data(place.practice), or_any=True)
    async with ours as server, trio.open_nursery() as nursery:
        there = msgspec.structs.replace(place, address=server)
        link = Link(server, own.name, place=there, returns=Returns())
        visit = Visit(link, spoken=True, recorder=Recorder())
        sitting = TerminalSession(visit, Console(), own=own, deck=deck, keeps=Keeps.HERE)
        nursery.start_soon(_invite_bot, sitting, server, practice.bot_seats(place.practice))
        await sitting.run_session()
        nursery.cancel_scope.cancel()


def _stored_seat(code: str) -> Return | None:
    """Return the stored seat at the table with this code."""
    return next((place for place in Returns().valid_places() if place.code == code), None)


async def _find_table(code: str, last: str) -> links.TableLink:
    """Return the address of a bare code: found on this network, else at the last server.

    Raises BadInput if the code is not found.
    """
    print_lines([_("Looking for table {code} on this network.", code=code)])
    search, found = NetworkSearch(), list[links.TableLink]()
    async with trio.open_nursery() as nursery:

        def search_network() -> None:
            found.extend(near.link for near in search.announcements if near.link.code == code)
            if found:
                nursery.cancel_scope.cancel()

        search.on_change = search_network
        nursery.start_soon(search.run)
        await trio.sleep(SEARCH_TIMEOUT_S)
        nursery.cancel_scope.cancel()
    return found[0] if found else link_at_last_server(code, last)


async def _invite_bot(
    sitting: TerminalSession, server: links.TableLink, returns: Returns | None = None
) -> None:  # fmt: skip
    """Wait for the opponent's link of our table, and start the bot with it."""
    await sitting.seated.wait()
    await seat_bot(server, sitting.visit.model.links["opponent"][0][1], returns=returns)
