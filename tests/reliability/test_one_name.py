"""Several servers behind one public name: links contain only that name, and clients are redirected within
it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from facedown_server.network.pages.browser_assets import load_bundles
from facedown_shared.network.links import parse_link
from facedown_shared.protocol.messages import CreateTable, JoinTable, ListTables, Settings, Watch
from facedown_shared.protocol.table_settings import SeatInfo
from tests import postgresql
from tests.browser.chromium import chromium, program
from tests.reliability.one_name import Service, service
from tests.reliability.processes import QUIET, HeadlessClient, duel, find_prompted_client
from tests.server.serving import HANDSHAKE, read_all

pytestmark = [postgresql.needed, pytest.mark.slow]


async def fetch_response(made: Service, request: bytes) -> bytes:
    """Return the response to a request through the name."""
    async with await trio.open_tcp_stream("127.0.0.1", made.proxy.port) as stream:
        await stream.send_all(request)
        with trio.fail_after(60):
            return await read_all(stream)


async def page(made: Service, path: str) -> bytes:
    """Fetch a page through the name."""
    return await fetch_response(
        made, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{made.proxy.port}\r\n\r\n".encode()
    )


async def test_a_duel_goes_on_behind_the_same_name_when_its_server_is_killed(tmp_path: Path) -> None:
    async with service(tmp_path, "a", "b") as made, duel(made.proxy.port) as both:
        one, other = both
        spectators = next(who.visit.model.links for who in both if who.visit.model.links)["spectator"]
        link = parse_link(spectators[0][1])
        assert (link.service.base, link.node) == (made.url, ""), "a link is valid at every owner of the table"
        before, heard = one.visit.model.view, one.message_counts
        made.processes["a"].kill()
        await one.wait_for_return(heard, asked=True)
        assert one.visit.model.view == before
        assert one.link.way.here.service.base == made.url, "never anywhere else"
        await one.pick()
        await find_prompted_client(one, other)
        async with trio.open_nursery() as nursery:
            late = HeadlessClient("Sid", made.proxy.port, Watch(link.code, link.secret))
            nursery.start_soon(late.run)
            await late.wait_until(lambda: late.visit.model.view)
            nursery.cancel_scope.cancel()


async def test_each_server_of_the_name_leads_to_a_table_of_any(tmp_path: Path) -> None:
    async with service(tmp_path, "a", "b", "c") as made, trio.open_nursery() as nursery:
        host = HeadlessClient("Anna", made.proxy.port, CreateTable(Settings(listed=True, pace="off")))
        nursery.start_soon(host.run)
        await host.wait_until(lambda: host.visit.model.code)
        looking = HeadlessClient("Ben", made.proxy.port, ListTables())
        nursery.start_soon(looking.run)
        code = host.visit.model.code
        await looking.wait_until(lambda: code in [row.code for row in looking.visit.model.rows])
        made.proxy.servers = {name: made.proxy.servers[name] for name in ("c", "b", "a")}
        seat, link = (parse_link(host.visit.model.links[who][0][1]) for who in ("opponent", "spectator"))
        late = HeadlessClient("Carla", made.proxy.port, JoinTable(seat.code, seat.secret))
        sid = HeadlessClient("Sid", made.proxy.port, Watch(link.code, link.secret))
        for each in (late, sid):
            nursery.start_soon(each.run)
        await late.wait_until(lambda: late.visit.model.table)
        await sid.wait_until(lambda: sid.visit.model.table)
        assert late.link.way.here.base == f"{made.url}/n/a"
        assert "/n/a/" in made.proxy.asked
        script = load_bundles()["app"][0]
        for path in ("/", "/n/b/", f"/n/b/t/{code}", f"/t/{code}", f"/n/a/browser/{script}", "/n/gone/"):
            assert (await page(made, path)).startswith(b"HTTP/1.1 200 "), path
        assert (await page(made, "/n/b/nothing")).startswith(b"HTTP/1.1 404 ")
        nursery.cancel_scope.cancel()


async def test_pages_of_the_name_alone_may_play_at_any_server_behind_it(tmp_path: Path) -> None:
    async with service(tmp_path, "a", "b") as made:
        host = f"127.0.0.1:{made.proxy.port}"
        hello = HANDSHAKE.replace(b"GET / ", b"GET /n/b/ ").replace(b"Host: server", f"Host: {host}".encode())
        async with await trio.open_tcp_stream("127.0.0.1", made.proxy.port) as stream:
            await stream.send_all(hello + f"Origin: http://{host}\r\n\r\n".encode())
            assert (await stream.receive_some(4096)).startswith(b"HTTP/1.1 101 ")
        assert b"101" not in (await fetch_response(made, hello + b"Origin: http://evil.example\r\n\r\n"))[:20]


async def test_a_page_in_a_browser_follows_within_the_name(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was followed in a browser.")
        return
    async with service(tmp_path, "a", "b") as made, chromium() as browser, trio.open_nursery() as nursery:
        host = HeadlessClient("Anna", made.proxy.port, CreateTable(QUIET))
        nursery.start_soon(host.run)
        await host.wait_until(lambda: host.visit.model.links)
        link = host.visit.model.links["opponent"][0][1]
        made.proxy.servers = {name: made.proxy.servers[name] for name in ("b", "a")}
        seat = await browser.page(link.replace("/t/", "/n/b/t/"))
        await seat.type(".door input", "Ben")
        await seat.click("Sit down")
        await seat.wait_for_text("I am ready")
        sockets = [path for path in made.proxy.asked if path.endswith("/")]
        assert sockets[-1] == "/n/a/", "the other server led it to where the table lives"
        heard, before = host.message_counts, host.visit.model.table
        made.processes["a"].kill()
        await host.wait_for_return(heard)
        await host.wait_until(
            lambda: host.visit.model.table is not before and all(one.present for one in seats(host))
        )
        await seat.click("I am ready")
        await host.wait_until(lambda: any(one.ready for one in seats(host)))
        assert not seat.complaints, "nothing was forbidden"
        nursery.cancel_scope.cancel()


def seats(somebody: HeadlessClient) -> tuple[SeatInfo, ...]:
    """Return the seats of a client's table, as that client sees them."""
    table = somebody.visit.model.table
    return () if table is None else table.seats
