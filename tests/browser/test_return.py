"""The operator returns a lost seat by a link, and the table's host kicks a spectator, both in the page."""

from __future__ import annotations

import sys
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import trio

from facedown_shared.protocol.table_settings import TableInfo
from tests.browser.chromium import program
from tests.browser.drivers.driven_page import WAIT_TIMEOUT_S
from tests.browser.playing import tables


async def run_operator(folder: Path, *words: str) -> str:
    """Run a command of the operator; return what it prints."""
    command = [sys.executable, "-m", "facedown_server", *words, "--data", str(folder)]
    return (await trio.run_process(command, capture_stdout=True)).stdout.decode()


async def test_the_operators_link_reopens_a_seat(tmp_path: Path) -> None:
    """Also after chat apps have shown a preview of it. Seen to fail: the page sent the secret without the
    table's code.
    """
    if not program():
        print("There is no Chromium here: no page returned.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)
        ben = await made.seat(links["opponent"], "Ben")
        await ben.close()
        await host.wait_until(lambda: _is_gone(host.visit.model.table))
        code = links["opponent"].partition("/t/")[2].partition("#")[0]
        done = await run_operator(tmp_path, "return", code, "Ben")
        (link,) = [word for word in done.split() if "127.0.0.1" in word and "#once=" in word]
        for agent in ("WhatsApp/2.24", "facebookexternalhit/1.1"):  # each shows a preview of the link
            preview = await trio.to_thread.run_sync(fetch, link, agent)
            assert "og:title" in preview
            assert link.partition("=")[2] not in preview
            assert "og:url" not in preview, "a chat app would open that one, without the secret"
        again = await made.browser.page(link)  # in a private context of its own: it has stored nothing
        await again.click("Return to your seat")
        await again.wait_for_text("I am ready")
        nursery.cancel_scope.cancel()


async def test_a_banned_player_returns_to_the_seat_after_the_ban(tmp_path: Path) -> None:
    """Seen to fail: the page deleted the seat."""
    if not program():
        print("There is no Chromium here: no player was banned.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)
        ben = await made.seat(links["opponent"], "Ben")
        await run_operator(tmp_path, "ban", "Ben")
        await ben.wait_for_text("The operator of this server has banned you.")
        await host.wait_until(lambda: _is_gone(host.visit.model.table))
        await run_operator(tmp_path, "unban", "ben")
        await ben.reload()
        await ben.wait_for_text("I am ready")
        nursery.cancel_scope.cancel()


def fetch(link: str, agent: str) -> str:
    """Return the page of a link as such a program gets it: what is behind the # sign is not sent."""
    address = urlsplit(link)
    connection = HTTPConnection(address.netloc, timeout=WAIT_TIMEOUT_S)
    connection.request("GET", address.path, headers={"User-Agent": agent})
    return connection.getresponse().read().decode()


def _is_gone(table: TableInfo | None) -> bool:
    return table is not None and bool(table.seats[1].name) and not table.seats[1].present


PICK_SPECTATOR = """(() => {
    const choice = document.querySelector('select.kick');
    choice.value = 'Ilse';
    choice.dispatchEvent(new Event('change', {bubbles: true}));
})()"""


async def test_the_host_kicks_a_spectator_in_the_page(tmp_path: Path) -> None:
    """Seen to fail: only the window and the terminal could kick."""
    if not program():
        print("There is no Chromium here: nobody was kicked.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)
        anna = await made.reopen(host.visit.return_link)
        ben = await made.seat(links["opponent"], "Ben")
        ilse = await made.browser.page(links["spectator"])
        await anna.until("[...document.querySelectorAll('select.kick option')].length === 3")
        assert not await ben.value("!!document.querySelector('select.kick')")
        await anna.click("More")
        name = await anna.value("document.querySelectorAll('select.kick option')[2].value")
        await anna.value(PICK_SPECTATOR.replace("Ilse", str(name)))
        await anna.wait_for_text(f"Kick {name}?")
        await anna.click("Send away")
        await ilse.wait_for_text("The host has kicked you from the table.")
        await anna.until("[...document.querySelectorAll('select.kick option')].length === 2")
        nursery.cancel_scope.cancel()
