"""What a page stores of its player's own duels: all messages it received, record for record, and nothing
else.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

import pytest
import trio

from facedown_client.model.model import Model
from facedown_client.replays import replay_list
from facedown_client.replays.recorder import Recorder
from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.messages import Settings
from facedown_shared.replay import ENDING
from tests.browser.chromium import DESK, PHONE, Page, program
from tests.browser.playing import DECK, KEPT, begin_match, concede, play, stored_replays, tables
from tests.browser.playing import shots as shots
from tests.replays.seeking import play_views, sought

TURN = "/Turn %d: /.test((document.querySelector('.turn-line') || {}).innerText)"
BROKEN = b"facedown replay\n" + b"\x81" * 300


def as_python_keeps_it(page: Page, monkeypatch: pytest.MonkeyPatch, home: Path) -> bytes:
    """Return the replay that our other clients would have stored for the messages of this page."""
    monkeypatch.setenv("FACEDOWN_HOME", str(home))
    model, recorder = Model(), Recorder()
    for frame in page.frames:
        message = decode_from_server(frame)
        model.handle_message(message)
        recorder.record_message(message, model)
    assert recorder.kept is not None, recorder.take_complaint()
    return recorder.kept.read_bytes()


async def test_a_page_keeps_its_duels_as_it_was_shown_them(
    tmp_path: Path, shots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match with a reload in the middle; played again in the page and in words, saved, deleted."""
    if not program():
        print("There is no Chromium here: nothing was kept in a browser.")
        return
    async with tables(tmp_path / "data") as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off", best_of=3))
        anna = await made.reopen(host.visit.return_link, DECK)
        ben = await made.seat(links["opponent"], "Ben", PHONE, DECK)
        await begin_match(anna, ben)
        await play((anna, ben, anna), TURN % 3)
        await ben.reload()
        await ben.until("!!document.querySelector('.mat')")
        await play((anna, ben, anna), TURN % 5)
        await ben.type(".talk input", "a word of mine")
        await ben.value("document.querySelector('.talk form').requestSubmit()")
        await concede(anna, "Concede")
        for page in (anna, ben):
            await page.click("Keep the deck as it is")
        await play((anna, ben, anna), TURN % 1)
        await concede(anna, "Concede the match")
        for seat, page in enumerate((anna, ben)):
            await page.wait_for_text("Your replays")
            await page.until(f"{KEPT}.then(all => JSON.parse(all)[0].draft === null)")
            (one,) = await stored_replays(page)
            data = base64.b64decode(one["data"])
            replay = sought(data)
            assert replay.head.sides == (seat,)
            assert replay.head.names == ("Anna", "Ben")
            assert replay.head.results == ("1 conceded", "1 conceded")
            assert replay.head.decks[seat] == "Pasted deck"
            assert replay.throws is not None
            assert replay.throws.secrets, "what was opened of the throws"
            theirs = as_python_keeps_it(page, monkeypatch, tmp_path / f"home {seat}")
            as_shown, as_told = play_views(data), play_views(theirs)
            assert [event for _, told in as_shown for event in told] == [
                event for _, told in as_told for event in told
            ]
            if page is anna:
                assert as_shown == as_told
            else:  # all frames between the last turn and the reload are one
                rest = iter(view for view, _ in as_told)
                assert all(view in rest for view, _ in as_shown)
            assert not secrets_of(page, links) & texts(one)
            assert "a word of mine" not in json.dumps(one)
        await open_both_hands(anna, ben)
        await use_replay_page(anna, tmp_path, shots, made.port)
        nursery.cancel_scope.cancel()


async def test_a_browser_that_comes_in_the_midst_of_a_match_says_so_in_what_it_keeps(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was kept in a browser.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off"))
        anna = await made.reopen(host.visit.return_link, DECK)
        ben = await made.seat(links["opponent"], "Ben", deck=DECK)
        await begin_match(anna, ben)
        await play((anna, ben, anna), TURN % 3)
        seat = await anna.value(f"localStorage['facedown seat {links['opponent'].split('/')[4][:7]}']")
        way = links["opponent"].partition("#")[0]
        other = await made.browser.page(f"{way}#back={json.loads(seat)['token'].partition('.')[2]}")
        await other.click("Return to your seat")
        await other.until("!!document.querySelector('.mat')")
        await concede(other, "Concede")
        await other.wait_for_text("Your replays")
        heads = [
            sought(base64.b64decode((await stored_replays(page))[0]["data"])).head for page in (other, ben)
        ]
        assert [head.is_late for head in heads] == [True, False]
        nursery.cancel_scope.cancel()


async def open_both_hands(anna: Page, ben: Page) -> None:
    """Both agree to open them: each page then stores the replay with both, which replaces its own."""
    await anna.click("Open both hands")
    await ben.click(".proposal .main")
    for seat, page in enumerate((anna, ben)):
        await page.until(f"{KEPT}.then(all => JSON.parse(all)[0].head.is_opened)")
        (one,) = await stored_replays(page)
        replay = sought(base64.b64decode(one["data"]))
        assert replay.head.is_opened
        assert replay.head.sides[0] == seat
        assert {0, 1} <= {*replay.head.sides}
        assert replay.head.decks[seat] == "Pasted deck"


async def use_replay_page(page: Page, folder: Path, shots: Path, port: int) -> None:
    """Use the page of replays: find, play, save, open from a file, delete."""
    down = {"behavior": "allow", "downloadPath": str(folder), "browserContextId": page.context}
    await page.browser.send_command("Browser.setDownloadBehavior", **down)
    await page.go(f"http://127.0.0.1:{port}/replay")
    await page.wait_for_text("Ben wins: Anna gave up")
    await page.take_picture(shots / "browser-replays-desk.png")
    await page.type("input[type=search]", "nobody")
    await page.until("!document.querySelector('.shelf li')")
    await page.value("document.querySelector('input[type=search]').select()")
    await page.type("input[type=search]", "pasted")
    await page.click("Save as a file")
    file = await wait_for_file(page, folder)
    command = [sys.executable, "-P", "run.py", "replay", str(file), "--text"]
    told = await trio.run_process(command, cwd=Path(__file__).parents[2], capture_stdout=True)
    assert "Ben wins: you gave up" in told.stdout.decode()
    assert replay_list.open_replay(file).head.names == ("Anna", "Ben")
    await page.click("Play")
    await page.until("!!document.querySelector('.strip')")
    own = "document.querySelector('.player:last-of-type .name').innerText"
    near = await page.value(own)
    await page.click("From the other side")
    await page.until(f"{own} !== {json.dumps(near)}")
    assert await page.value("!!document.querySelector('.hand.own .card:not(.back)')")
    await page.press_key("e")
    await page.resize(PHONE)
    await page.click("Card")
    await page.value("document.querySelector('.hand.own .card').click()")
    await page.until("!!document.querySelector('.card-part h3')?.offsetParent")
    await page.take_picture(shots / "browser-own-replay-phone.png")
    await page.resize(DESK)
    await page.click("Your replays")
    for data in (BROKEN, b"MZ"):
        (folder / "broken").write_bytes(data)
        await put_file(page, folder / "broken")
        await page.until("/This .*replay/.test(document.querySelector('.outside [role=status]')?.innerText)")
        await page.click("Your replays")
    await put_file(page, file)
    await page.until("!!document.querySelector('.strip')")
    await page.click("Your replays")
    await page.click("Delete")
    await page.click("Delete permanently")
    await page.wait_for_text("No replays yet.")
    assert await stored_replays(page) == []
    assert not page.complaints, "nothing was forbidden, and nothing went wrong"


async def wait_for_file(page: Page, folder: Path) -> Path:
    """Return the file that a page has saved, once it is complete."""
    for _ in range(1_200):
        for found in await trio.Path(folder).glob(f"*{ENDING}"):
            return Path(found)
        await page.value("new Promise(done => setTimeout(done, 50))")
    raise AssertionError("nothing was saved")


async def put_file(page: Page, file: Path) -> None:
    """Choose a file in the page's dialog for files."""
    document = (await page.send_command("DOM.getDocument"))["root"]["nodeId"]
    await page.until("!!document.querySelector('input[type=file]')")
    node = (await page.send_command("DOM.querySelector", nodeId=document, selector="input[type=file]"))[
        "nodeId"
    ]
    await page.send_command("DOM.setFileInputFiles", nodeId=node, files=[str(file)])


def secrets_of(page: Page, links: dict[str, str]) -> set[str]:
    """Return tokens that a page was sent, and the secrets of its links."""
    told = [decode_from_server(frame) for frame in page.frames]
    tokens = {token for one in told if (token := getattr(one, "token", ""))}
    return tokens | {link.rpartition("=")[2] for link in links.values()}


def texts(one: dict[str, Any]) -> set[str]:
    """Return every text in a stored replay."""
    data = base64.b64decode(one["data"])
    words = {word for word in json.dumps({**one, "data": ""}).split('"') if len(word) > 8}
    return words | {str(part) for view, events in play_views(data) for part in (view, events)}
