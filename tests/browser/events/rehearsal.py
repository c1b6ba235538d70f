"""A whole evening in a browser: phones, players without one, results by all three ways, a kill in each round.

The pages come from a name that is not this computer's, without TLS, as in a room without Internet. Run whole,
with pictures: python -m tests.browser.events.rehearsal FOLDER
"""

from __future__ import annotations

import csv
import io
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio

from tests.browser.chromium import PHONE, Chromium, Page, chromium
from tests.browser.events.event_driving import SCREEN, join, shows, tap, type_line
from tests.reliability.processes import server_process
from tests.server.events.live.test_event_kills import keys_of

HOST = "shop.example"
PHONE_COUNT, WALK_IN_COUNT, ROUND_COUNT = 16, 2, 4
NAMES = (
    "Alexandra", "Ben", "Chiara", "Dominik", "Emil", "Fatima", "Greta", "Hannes", "Ida", "Jonas", "Katharina",
    "Leo", "Maximilian", "Noah", "Ole", "Paula", "Quentin", "Rosa",
)  # fmt: skip
IS_BACK = "document.querySelector('#lost').hidden && "
EXPECTED = re.compile("ERR_CONNECTION|Cross-Origin-Opener-Policy header has been ignored")
"""What a browser notes of a killed server, and of pages without TLS."""
RESOLVER_FLAG = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"


@dataclass
class Room:
    """The server, which may be killed, and the pages of the evening."""

    folder: Path
    browser: Chromium
    pictures: Path | None
    port: int = 0
    phones: dict[str, Page] = field(default_factory=dict)
    pages: dict[str, Page] = field(default_factory=dict)
    """The organizer's and the projector's."""
    delays_s: list[float] = field(default_factory=list)
    """From "next round" to all pages at their table, for each round."""
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    _kill: Callable[[], object] = bool

    @property
    def path(self) -> Path:
        """The file of the event."""
        return self.folder / "Goat Night.jsonl"

    @property
    def base(self) -> str:
        """The server's address as phones know it."""
        return f"http://{HOST}:{self.port}"

    async def start(self) -> None:
        """Start the server, on the same port as before."""
        more = ("--event", str(self.path), "--public-host", HOST, "--connections-per-address", "100")
        serving = server_process(self.folder, self.port, *more)
        process, self.port = await self._stack.enter_async_context(serving)
        self._kill = process.kill

    async def kill(self) -> None:
        """Kill the server, and start it again."""
        self._kill()
        await self._stack.aclose()
        await self.start()
        count = len(self.phones)
        await self.pages["organizer"].until(
            IS_BACK + f"document.querySelector('#part-head').innerText.includes('{count} phone')"
        )

    async def close(self) -> None:
        """End the server."""
        await self._stack.aclose()

    async def take_picture(self, name: str, page: Page) -> None:
        """Take a picture, if they are wanted."""
        if self.pictures is not None:
            await page.take_picture(self.pictures / f"{name}.png")


@asynccontextmanager
async def open_room(folder: Path, pictures: Path | None) -> AsyncIterator[Room]:
    """Start server and browser."""
    async with chromium(RESOLVER_FLAG) as browser:
        room = Room(folder, browser, pictures)
        try:
            await room.start()
            yield room
        finally:
            with trio.CancelScope(shield=True):
                await room.close()


async def rehearse(
    folder: Path, phone_count: int, walk_in_count: int, round_count: int, pictures: Path | None = None
) -> list[float]:
    """Run an evening; return the seconds from "next round" to all pages at their table, for each round."""
    async with open_room(folder, pictures) as room:
        await gather(room, phone_count, walk_in_count)
        for number in range(1, round_count + 1):
            await play_round(room, number)
        organizer, tables = room.pages["organizer"], (phone_count + walk_in_count) // 2
        await tap(organizer, "#finish")
        for page in room.phones.values():
            await shows(page, "The event is over")
        await room.take_picture("screen-final", room.pages["screen"])
        await room.take_picture("phone-final", next(iter(room.phones.values())))
        await room.take_picture("organizer-final", organizer)
        code = keys_of(room.path).code
        text = await organizer.value(f"fetch('/e/{code}/standings.csv').then(answer => answer.text())")
        rows = [*csv.DictReader(io.StringIO(text))]
        assert len(rows) == phone_count + walk_in_count
        assert all(int(row["wins"]) + int(row["losses"]) == round_count for row in rows), text
        assert sum(int(row["points"]) for row in rows) == 3 * tables * round_count
        pages = (*room.phones.values(), *room.pages.values())
        complaints = [one for page in pages for one in page.complaints if not EXPECTED.search(one)]
        assert not complaints, complaints
        return room.delays_s


async def gather(room: Room, phone_count: int, walk_in_count: int) -> None:
    """Open the pages; players register by phone, and the organizer adds those without one."""
    keys = keys_of(room.path)
    pages, browser = room.pages, room.browser
    pages["organizer"] = await browser.page(f"{room.base}/e/{keys.code}/organizer#o={keys.organizer}")
    pages["screen"] = await browser.page(f"{room.base}/e/{keys.code}/screen", SCREEN)
    assert not await pages["screen"].value("isSecureContext"), "phones in a room have no TLS"
    for line in ("set wifi Shop Duels", "set wifi-password sesame88", "set format Goat 2005"):
        await type_line(pages["organizer"], line)
    for name in NAMES[:phone_count]:
        room.phones[name] = await join(browser, f"{room.base}/e", name)
    walk_ins = NAMES[phone_count : phone_count + walk_in_count]
    await type_line(pages["organizer"], f"add {', '.join(walk_ins)}")
    await shows(pages["organizer"], f"{phone_count + walk_in_count} players")
    await shows(pages["screen"], walk_ins[-1])
    await room.take_picture("screen-start", pages["screen"])


async def play_round(room: Room, number: int) -> None:
    """Pair a round while one page is frozen, kill the server between two claims, and enter all results."""
    organizer, screen = room.pages["organizer"], room.pages["screen"]
    await pair(room, number)
    tables = await seating(room)
    await screen.until("!!document.querySelector('.names')")
    await room.take_picture(f"screen-names-{number}", screen)
    await tap(organizer, "#clock")
    await screen.until("!!document.querySelector('.pairs')")
    both = [table for table, names in tables.items() if len(names) == 2]
    await claim(room, tables[both[0]])
    await use_slip(room, number, both[1])
    count = (len(room.phones) + len(NAMES[len(room.phones) :][:WALK_IN_COUNT])) // 2
    await room.take_picture(f"screen-tables-{number}", screen)
    await room.take_picture(f"organizer-{number}", organizer)
    for table in range(1, count + 1):
        if table not in both[:2]:
            await type_line(organizer, f"{table} {2 * (table % 2)} {2 - 2 * (table % 2)}")
            await organizer.until(f"document.querySelector('#t{number}-{table}').className === 'done'")
    await shows(organizer, "All tables are done.")
    for page in room.phones.values():
        await shows(page, "Result: ")


async def pair(room: Room, number: int) -> None:
    """Pair a round; one page is frozen meanwhile, and shows its table when it is thawed."""
    organizer, (frozen, *others) = room.pages["organizer"], room.phones.values()
    await organizer.until("!!document.querySelector('#pair')")
    await frozen.send_command("Page.setWebLifecycleState", state="frozen")
    start_s = trio.current_time()
    await organizer.value("document.querySelector('#pair').click()")
    async with trio.open_nursery() as nursery:
        for page in others:
            nursery.start_soon(wait_for_table, page, number)
    room.delays_s.append(trio.current_time() - start_s)
    await frozen.send_command("Page.setWebLifecycleState", state="active")
    await wait_for_table(frozen, number)
    await room.take_picture(f"phone-table-{number}", others[0])


async def wait_for_table(page: Page, number: int) -> None:
    """Wait until a phone shows its table in a round."""
    title = f"document.querySelector('#part-head').innerText.includes('Round {number} ')"
    await page.until(f"{title} && document.title.startsWith('Table ')")


async def seating(room: Room) -> dict[int, list[str]]:
    """Return the players with phones of each table."""
    tables: dict[int, list[str]] = {}
    for name, page in room.phones.items():
        table = int(await page.value("document.querySelector('#part-table .number').innerText"))
        tables.setdefault(table, []).append(name)
    return tables


async def claim(room: Room, names: list[str]) -> None:
    """Enter a result by both phones; the server is killed after the first."""
    first, second = (room.phones[name] for name in names)
    await tap(first, "#c21")
    await shows(first, "You have entered 2 : 1.")
    await room.kill()
    await shows(second, f"{names[0]} has entered 1 : 2.")
    await room.take_picture("phone-claim", second)
    await tap(second, "#c12")
    await shows(first, "Result: won 2 : 1")


async def use_slip(room: Room, number: int, table: int) -> None:
    """Enter a result by the slip of a table, on a phone of neither player."""
    own = keys_of(room.path).slip_number(number, table)
    page = await room.browser.page(f"{room.base}/e/{table}#s={own}", PHONE)
    await tap(page, "#s20")
    await tap(page, ".name")
    await page.until("!!document.querySelector('.name[aria-pressed=true]')")
    await room.take_picture(f"slip-{number}", page)
    await tap(page, ".name[aria-pressed=false]")
    await shows(page, "The result is entered.")
    await page.close()


async def main() -> None:
    """Run the whole rehearsal and print its delays."""
    pictures = Path(sys.argv[1])
    await trio.Path(pictures).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        delays_s = await rehearse(Path(folder), PHONE_COUNT, WALK_IN_COUNT, ROUND_COUNT, pictures)
    sys.stdout.write("next round to all tables: " + ", ".join(f"{one:.2f} s" for one in delays_s) + "\n")


if __name__ == "__main__":
    trio.run(main)
