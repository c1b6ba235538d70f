"""A public replay behind a link, played on a page; the file is the same for the window and the page."""

from __future__ import annotations

import json
import zlib
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgpack
import msgspec

from facedown_client.replays.player import Player
from facedown_shared.replay import ENDING, MAGIC, Head, ReplayWriter, ThrowsRow, parse_replay
from facedown_shared.tables import VisibleLink
from tests.browser.chromium import DESK, PHONE, chromium, program
from tests.browser.node import bundle_script, is_there, run
from tests.browser.test_vectors import draw_view_pairs, encode_plain
from tests.reliability.processes import server_process
from tests.shared.hostile_replays import HOSTILE

SECRET = "a-secret-of-a-replay"
HERE = Path(__file__).parent
KEPT = HERE.parent / "replays" / "seen" / "version-1.replay"
SCRIPT = HERE.parents[1] / "client/browser/tests/replay.ts"


def test_every_frame_is_read_as_python_reads_it(tmp_path: Path) -> None:
    if not is_there():
        return
    script = bundle_script(SCRIPT, tmp_path / "replay.cjs")
    data = KEPT.read_bytes()
    found = json.loads(run("node", str(script), said=json.dumps([data.hex()])))[0]
    player = Player(parse_replay(data))
    (course,) = found["courses"]
    assert len(course) == player.last + 1
    for at, frame in enumerate(course):
        player.seek(at)
        wanted = {"view": encode_plain(player.view), "events": encode_plain(player.events)}
        assert {name: frame[name] for name in wanted} == json.loads(json.dumps(wanted)), at


def test_a_file_that_is_none_gets_a_sentence(tmp_path: Path) -> None:
    if not is_there():
        return
    script = bundle_script(SCRIPT, tmp_path / "replay.cjs")
    data = KEPT.read_bytes()
    spoiled = [b"", b"MZ" + data, data[: len(data) // 2], data[:40], data[:200] + b"\xff" * 60 + data[260:]]
    for said in json.loads(run("node", str(script), said=json.dumps([one.hex() for one in spoiled]))):
        assert said in ("This is not a replay.", "This replay is damaged: it cannot be played.")


def records(data: bytes) -> list[Any]:
    """Return the records of a file, uncompressed."""
    unpacker = msgpack.Unpacker(strict_map_key=False, raw=False)
    unpacker.feed(data[len(MAGIC) :])
    head = unpacker.unpack()
    body = data[len(MAGIC) + unpacker.tell() :]
    unpacker = msgpack.Unpacker(strict_map_key=False, raw=False)
    unpacker.feed(zlib.decompress(body, wbits=-15))
    return [head, *unpacker]


def drop_default_word(value: Any) -> Any:
    """Return it without the one word that Python writes although it is the default: a text is so only by
    identity.
    """
    if isinstance(value, dict):
        return {key: drop_default_word(one) for key, one in value.items() if (key, one) != ("phase", "end")}
    return [drop_default_word(one) for one in value] if isinstance(value, list) else value


def test_a_page_writes_what_python_writes(tmp_path: Path) -> None:
    """Record for record, for random Views and for a match that was played."""
    if not is_there():
        return
    head = Head(sides=(0,), names=("Anna", "Ben"), decks=("Fire", ""), best_of=3, made="2026-11-23T12:00:00Z")
    player = Player(parse_replay(KEPT.read_bytes()))
    seen = [(player.duel, player.view, player.events)]
    while (step := player.step_forward()) is not None:
        seen.append((player.duel, step.new, step.visible_events))
    courses = [
        [(1, old, ()), (1, new, told), (2, old, told), (2, old, ())] for old, new, told in draw_view_pairs()
    ]
    courses.append(seen)
    commitments = {"0/coin": b"c" * 32, "1/deck:0": b"d" * 32}
    throws = {name: told.hex() for name, told in commitments.items()}
    asked = [
        {"head": encode_plain(head), "broken": -1, "throws": throws,
         "frames": [[duel, encode_plain(view), encode_plain(events), False] for duel, view, events in course]}
        for course in courses
    ]  # fmt: skip
    script = bundle_script(SCRIPT.with_name("writing.ts"), tmp_path / "writing.cjs")
    files = [bytes.fromhex(one) for one in json.loads(run("node", str(script), said=json.dumps(asked)))]
    for course, file in zip(courses, files, strict=True):
        writer = ReplayWriter()
        for duel, view, events in course:
            writer.duel(duel)
            writer.add(view, events)
        assert drop_default_word(records(file)) == drop_default_word(
            records(writer.file_bytes(head, [ThrowsRow(commitments)]))
        )
    assert len(files[-1]) <= 1.1 * KEPT.stat().st_size


def test_a_page_that_was_loaded_again_goes_on_with_its_replay(tmp_path: Path) -> None:
    if not is_there():
        return
    player = Player(parse_replay(KEPT.read_bytes()))
    frames = [[1, encode_plain(player.view), encode_plain(player.events), False]]
    while (step := player.step_forward()) is not None:
        frames.append([player.duel, encode_plain(step.new), encode_plain(step.visible_events), False])
    asked = {
        "head": encode_plain(player.replay.head),
        "broken": len(frames) // 2,
        "throws": {},
        "frames": frames,
    }
    script = bundle_script(SCRIPT.with_name("writing.ts"), tmp_path / "writing.cjs")
    (file,) = json.loads(run("node", str(script), said=json.dumps([asked])))
    again = Player(parse_replay(bytes.fromhex(file)))
    assert again.replay.head.turns == player.replay.head.turns
    for at, frame in enumerate(frames):
        again.seek(at)
        assert json.loads(json.dumps(encode_plain(again.view))) == json.loads(json.dumps(frame[1]))


def test_a_hostile_file_gets_one_sentence_in_a_page_and_cannot_fill_its_memory(tmp_path: Path) -> None:
    """Within 384 MB, of which node itself takes a part: the largest of these would be gigabytes."""
    if not is_there():
        return
    script = bundle_script(SCRIPT, tmp_path / "replay.cjs")
    for name, data in HOSTILE.items():
        (said,) = json.loads(
            run("node", "--max-old-space-size=384", str(script), said=json.dumps([data.hex()]))
        )
        assert isinstance(said, str), name
        assert said.startswith("This "), name


async def test_a_link_plays_on_a_desk_and_on_a_phone(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    folder = tmp_path / "replays"
    folder.mkdir()
    opens = sha256(b"facedown replay\0" + SECRET.encode()).hexdigest()[:32]
    (folder / f"{opens}{ENDING}").write_bytes(KEPT.read_bytes())
    async with server_process(tmp_path) as (_process, port), chromium() as browser:
        for size, language in ((DESK, "en-US"), (PHONE, "zh-CN"), ((1920, 1080), "zh-CN")):
            link = f"http://127.0.0.1:{port}/replay#replay={SECRET}"
            page = await browser.page(link, size, language=language)
            await page.until("!!document.querySelector('.strip')")
            assert not await page.value("location.hash"), "the secret is gone from the address"
            at = "Number(document.querySelector('.time input').value)"
            await page.press_key("ArrowRight")
            here = await page.until(at)
            await page.click(".strip button:nth-child(5)")
            await page.until(f"{at} > {here}")
            await page.click(".strip button:nth-child(3)")
            await page.until("!!document.querySelector('.play')")
            await page.take_picture(tmp_path / f"play-{size[0]}-{language}.png")
            await page.until(f"{at} > {here} + 2")
            await page.click(".strip button:nth-child(3)")
            await page.take_picture(tmp_path / f"replay-{size[0]}-{language}.png")
            await page.press_key("End")
            await page.until(f"{at} === Number(document.querySelector('.time input').max)")
            await page.click(".log p:nth-child(3) button")
            await page.until(f"{at} < {here} + 40")
            await page.reload()
            await page.until("!!document.querySelector('.strip')")
            assert not page.complaints
        page = await browser.page(f"http://127.0.0.1:{port}/replay#replay=another")
        await page.until("document.querySelector('[role=status]').innerText.includes('replay')")


async def test_a_file_with_thousands_of_targets_does_not_hold_the_page(tmp_path: Path) -> None:
    """Its newest Chain Links are listed, each with a few of its targets."""
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    player = Player(parse_replay(KEPT.read_bytes()))
    player.seek(player.last // 2)
    handles = tuple(player.view.cards)
    link = VisibleLink(0, handles[0], 0, targets=tuple(islice(cycle(handles), 50)))
    writer = ReplayWriter()
    writer.duel(1)
    writer.add(player.view, ())
    writer.add(msgspec.structs.replace(player.view, chain=(link,) * 1_000), ())
    (tmp_path / "replays").mkdir()
    opens = sha256(b"facedown replay\0" + SECRET.encode()).hexdigest()[:32]
    data = writer.file_bytes(player.replay.head, [ThrowsRow({})])
    (tmp_path / "replays" / f"{opens}{ENDING}").write_bytes(data)
    async with server_process(tmp_path) as (_process, port), chromium() as browser:
        page = await browser.page(f"http://127.0.0.1:{port}/replay#replay={SECRET}", DESK)
        await page.until("!!document.querySelector('.strip')")
        await page.press_key("End")
        await page.until("document.querySelectorAll('.chain li').length === 60")
        assert await page.value("document.querySelectorAll('.arrows path').length") <= 60 * 12
        assert not page.complaints
