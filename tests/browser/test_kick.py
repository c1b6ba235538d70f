"""The page of a table's host kicks a spectator; other pages offer no kick."""

from __future__ import annotations

from pathlib import Path

import trio

from tests.browser.chromium import program
from tests.browser.playing import tables

PICK = """(() => {
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
        await anna.value(PICK.replace("Ilse", str(name)))
        await anna.wait_for_text(f"Kick {name}?")
        await anna.click("Send away")
        await ilse.wait_for_text("The host has kicked you from the table.")
        await anna.until("[...document.querySelectorAll('select.kick option')].length === 2")
        nursery.cancel_scope.cancel()
