"""A public replay behind a link, played on a page; the file is the same for the window and the page."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from client.replays.player import Player
from shared.replay import ENDING, read
from tests.browser.chromium import DESK, PHONE, chromium, program
from tests.browser.node import bundled, is_there, run
from tests.browser.test_vectors import plain
from tests.reliability.processes import server_process

SECRET = "a-secret-of-a-replay"
HERE = Path(__file__).parent
KEPT = HERE.parent / "replays" / "seen" / "version-1.replay"
SCRIPT = HERE.parents[1] / "client/browser/tests/replay.ts"


def test_every_frame_is_read_as_python_reads_it(tmp_path: Path) -> None:
    if not is_there():
        return
    script = bundled(SCRIPT, tmp_path / "replay.cjs")
    data = KEPT.read_bytes()
    found = json.loads(run("node", str(script), said=json.dumps([data.hex()])))[0]
    player = Player(read(data))
    assert len(found["frames"]) == player.last + 1
    for at, frame in enumerate(found["frames"]):
        player.seek(at)
        wanted = {"view": plain(player.view), "events": plain(player.events)}
        assert {name: frame[name] for name in wanted} == json.loads(json.dumps(wanted)), at


def test_a_file_that_is_none_gets_a_sentence(tmp_path: Path) -> None:
    if not is_there():
        return
    script = bundled(SCRIPT, tmp_path / "replay.cjs")
    data = KEPT.read_bytes()
    spoiled = [b"", b"MZ" + data, data[: len(data) // 2], data[:40], data[:200] + b"\xff" * 60 + data[260:]]
    for said in json.loads(run("node", str(script), said=json.dumps([one.hex() for one in spoiled]))):
        assert said in ("This is not a replay.", "This replay is damaged: it cannot be played.")


async def test_a_link_plays_on_a_desk_and_on_a_phone(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    folder = tmp_path / "replays"
    folder.mkdir()
    opens = sha256(b"facedown replay\0" + SECRET.encode()).hexdigest()[:32]
    (folder / f"{opens}-{'0' * 32}{ENDING}").write_bytes(KEPT.read_bytes())
    async with server_process(tmp_path) as (_process, port), chromium() as browser:
        for size, language in ((DESK, "en-US"), (PHONE, "zh-CN"), ((1920, 1080), "zh-CN")):
            link = f"http://127.0.0.1:{port}/replay#replay={SECRET}"
            page = await browser.page(link, size, language=language)
            await page.until("!!document.querySelector('.strip')")
            assert not await page.value("location.hash"), "the secret is gone from the address"
            at = "Number(document.querySelector('.time input').value)"
            await page.key("ArrowRight")
            here = await page.value(at)
            assert here > 0
            await page.click(".strip button:nth-child(5)")
            await page.until(f"{at} > {here}")
            await page.click(".strip button:nth-child(3)")
            await page.until("!!document.querySelector('.play')")
            await page.picture(tmp_path / f"play-{size[0]}-{language}.png")
            await page.until(f"{at} > {here} + 2")
            await page.click(".strip button:nth-child(3)")
            await page.picture(tmp_path / f"replay-{size[0]}-{language}.png")
            await page.key("End")
            assert await page.value(at) == await page.value(
                "Number(document.querySelector('.time input').max)"
            )
            await page.click(".log p:nth-child(3) button")
            assert await page.value(at) < here + 40
            await page.reload()
            await page.until("!!document.querySelector('.strip')")
            assert not page.complaints
        page = await browser.page(f"http://127.0.0.1:{port}/replay#replay=another")
        await page.until("document.querySelector('[role=status]').innerText.includes('replay')")
