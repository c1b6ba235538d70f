"""Two pages in a duel at one of two servers behind a name, which is killed: they go on at the other by
themselves, within the same link; and a page that is reloaded there has its seat.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import trio

from facedown_client.model.model import Model
from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.messages import FromServer, Prompt, Seated, Whole
from tests import postgresql
from tests.browser.chromium import Page, chromium, program
from tests.browser.playing import DECK, Tables, begin_match, concede, play
from tests.reliability.one_name import service

pytestmark = [postgresql.needed, pytest.mark.slow]

TURN = "/Turn %d: /.test((document.querySelector('.turn-line') || {}).innerText)"
ASKED = "(document.querySelector('.prompt') || {}).innerText || ''"


def messages_to(page: Page, since: int = 0) -> list[FromServer]:
    """Return the messages to a page from one frame on."""
    return [decode_from_server(frame) for frame in page.frames[since:]]


def page_state(page: Page) -> Model:
    """Return the state of a page, by its messages."""
    model = Model()
    for message in messages_to(page):
        model.handle_message(message)
    return model


def is_settled(states: list[Model]) -> bool:
    """Return whether one player has a prompt, and both pages were sent the same phase."""
    phases = {state.view.phase if state.view else "" for state in states}
    return len(phases) == 1 and sum(state.prompt is not None for state in states) == 1


async def wait_for_return(page: Page, since: int, *, asked: bool) -> None:
    """Wait until a page was sent its seat and its View again (and its prompt)."""
    wanted = {Seated, Whole, Prompt} if asked else {Seated, Whole}
    with trio.fail_after(60):
        while not wanted <= {type(one) for one in messages_to(page, since)}:
            await page.value("new Promise(done => setTimeout(done, 50))")


async def test_two_pages_go_on_with_their_duel_when_its_server_is_killed(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no duel went on in a browser.")
        return
    async with service(tmp_path, "a", "b") as made, chromium() as browser, trio.open_nursery() as nursery:
        tables = Tables(browser, made.processes["a"], made.proxy.port, tmp_path)
        host, links = await tables.table(nursery)
        anna = await tables.reopen(host.visit.return_link, DECK)
        ben = await tables.seat(links["opponent"], "Ben", deck=DECK)
        both = (anna, ben)
        await begin_match(*both)
        before = [page_state(page) for page in both]
        with trio.fail_after(60):  # the first prompt follows the board
            while not is_settled(before):
                await trio.sleep(0.05)
                before = [page_state(page) for page in both]
        places = [await page.value("location.href") for page in both]
        asked = [await page.value(ASKED) for page in both]
        since = [len(page.frames) for page in both]
        made.processes["a"].kill()
        for page, was, start in zip(both, before, since, strict=True):
            await wait_for_return(page, start, asked=was.prompt is not None)
        for page, was, start in zip(both, before, since, strict=True):
            seated = [one for one in messages_to(page) if isinstance(one, Seated)]
            assert seated[-1].epoch > seated[0].epoch, "another server has the table"
            assert page_state(page).view == was.view
            if was.prompt is not None:
                await page.until(f"({ASKED}) === {json.dumps(asked[both.index(page)])}")
                assert [one for one in messages_to(page, start) if isinstance(one, Prompt)][-1] == was.prompt
        assert [await page.value("location.href") for page in both] == places, "the same link"
        await play((*both, anna), TURN % 2)
        await ben.reload()
        await ben.until("!!document.querySelector('.mat')")
        await play((*both, ben), TURN % 3)
        await concede(anna, "Concede")
        await ben.wait_for_text("Ben wins")
        name = made.url.replace("http", "ws")
        for page in both:
            assert set(page.sockets) <= {f"{name}/{way}" for way in ("", "n/a/", "n/b/")}
            assert not page.complaints, "nothing was forbidden, and nothing went wrong"
        nursery.cancel_scope.cancel()
