"""Pages of a server with a password: they ask for it, keep it for the tab, and then show what it opens."""

from __future__ import annotations

import json
from pathlib import Path

import trio

from facedown_shared.network.links import parse_link
from facedown_shared.protocol.messages import CreateTable, LobbyRow, Settings, Tables, Welcome
from tests.browser.board.positions import CODE, SOCKET, encoded
from tests.browser.chromium import Page, chromium, program
from tests.reliability.processes import HeadlessClient, server_process

PASSWORD = "Kuriboh multiplies"
FIELD = ".door input[type=password]"


async def give(page: Page, button: str, password: str = PASSWORD) -> None:
    """Type the password into the page's field, and press the button."""
    await page.type(FIELD, password)
    await page.click(button)


async def test_pages_ask_for_the_password_of_the_server(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no page was asked for a password.")
        return
    file = tmp_path / "password"
    file.write_text(PASSWORD)
    async with (
        server_process(tmp_path / "data", 0, "--password-file", str(file)) as (_, port),
        chromium() as browser,
        trio.open_nursery() as nursery,
    ):
        host = HeadlessClient("Anna", port, CreateTable(Settings(pace="off")))
        host.visit.link.server_password = PASSWORD
        nursery.start_soon(host.run)
        await host.wait_until(lambda: host.visit.model.links)
        link = host.visit.model.links["opponent"][0][1]
        code, base = parse_link(link).code, f"http://127.0.0.1:{port}"

        page = await browser.page(f"{base}/")
        await page.wait_for_text("only those who know it come in")
        await give(page, "Come in", "swordfish")
        await page.wait_for_text("That is not this server's password.")
        assert code not in await page.value("document.body.innerText")
        await page.value(f"document.querySelector('{FIELD}').select()")
        await give(page, "Come in")
        await page.wait_for_text(code)
        await page.wait_for_text("Anna")
        await page.go(f"{base}/t/{code}")  # the same tab knows it
        await page.type(".door input", "Ben")
        await page.click("Sit down")
        await page.wait_for_text("I am ready")
        assert not page.complaints

        watching = await browser.page(host.visit.model.links["spectator"][0][1])
        await give(watching, "Watch")
        await watching.wait_for_text("Ben")
        hosting = await browser.page(f"{base}/new")
        await hosting.type(".door input", "Cora")
        await hosting.click("Open the table")
        await give(hosting, "Open the table")
        await hosting.wait_for_text("I am ready")
        replay = await browser.page(f"{base}/replay#replay={20 * 'a'}")
        await give(replay, "Come in")
        await replay.until(f"!document.querySelector('{FIELD}')")
        await replay.wait_for_text("Your replays")
        assert PASSWORD not in await replay.value("JSON.stringify({...localStorage}) + location")
        nursery.cancel_scope.cancel()


async def test_a_table_whose_match_is_over_is_not_listed(tmp_path: Path) -> None:
    """Seen to fail with all rows shown: a match that is over was one to join."""
    if not program():
        print("There is no Chromium here: no list was read.")
        return
    file = tmp_path / "password"
    file.write_text(PASSWORD)
    rows = (
        LobbyRow("AAA-222", "Ada", "master", 1, "over", opponent="Ann"),
        LobbyRow("BBB-222", "Bea", "master", 1, "gathering"),
    )
    texts = json.dumps([encoded(Welcome("Guest")), encoded(Tables(rows))])
    async with (
        server_process(tmp_path / "data", 0, "--password-file", str(file)) as (_, port),
        chromium() as browser,
    ):
        page = await browser.page("about:blank#")
        await page.send_command(
            "Page.addScriptToEvaluateOnNewDocument", source=SOCKET % {"code": CODE, "told": texts}
        )
        await page.go(f"http://127.0.0.1:{port}/")
        await page.wait_for_text("BBB-222")
        assert "AAA-222" not in await page.value("document.body.innerText")
