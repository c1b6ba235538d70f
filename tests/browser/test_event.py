"""An event in a browser: two phones, the organizer and the projector, by taps and typed lines."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from tests.browser.chromium import PHONE, Page, chromium, program
from tests.browser.events.event_driving import SCREEN, join, shows, tap, type_line
from tests.server.service.test_app import run_server

A4_INCHES, LETTER_INCHES = (8.27, 11.69), (8.5, 11.0)


async def test_a_round_by_taps_outlives_the_server(tmp_path: Path) -> None:
    """Phones enter the result; the pages come back by themselves after the server's restart."""
    if not program():
        print("There is no Chromium here: no event was watched.")
        return
    file = str(tmp_path / "Goat Night.jsonl")
    async with chromium() as browser:
        async with run_server(tmp_path, event=[file]) as (parts, _said, _stop):
            assert parts.hub is not None
            base, port = f"http://127.0.0.1:{parts.port}", parts.port
            (code, event), = parts.hub.events.items()  # fmt: skip
            organizer = await browser.page(f"{base}/e/{code}/organizer#o={event.keys.organizer}")
            screen = await browser.page(f"{base}/e/{code}/screen", SCREEN)
            anna, ben = [await join(browser, f"{base}/e", name) for name in ("Anna", "Ben")]
            await shows(organizer, "2 phones connected")
            assert await organizer.value("location.hash") == "", "the secret does not stay in the address"
            await tap(organizer, "#pair")
            for page, other in ((anna, "Ben"), (ben, "Anna")):
                await shows(page, f"against {other}")
                await page.until("document.title === 'Table 1 – Goat Night'")
            await tap(organizer, "#clock")
            await anna.until("/^\\d+:\\d\\d$/.test(document.querySelector('.clock').innerText)")
            await organizer.type("#line", "help")
            await tap(anna, "#c21")
            await shows(ben, "Anna has entered 1 : 2.")
            await organizer.until("document.querySelector('#part-tables').innerText.includes('(')")
            assert await organizer.value("document.querySelector('#line').value") == "help"
            await tap(ben, "#c12")
            await shows(anna, "Result: won 2 : 1")
            await shows(screen, "Standings after round 1")
        await organizer.until("!document.querySelector('#lost').hidden")
        async with run_server(tmp_path, event=[file], port=port):
            await organizer.until("document.querySelector('#lost').hidden")
            await organizer.value("document.querySelector('#line').value = ''")
            await type_line(organizer, "next")
            await shows(anna, "against Ben")
            await type_line(organizer, "1 0 2")
            await organizer.until("document.querySelector('#part-tables details').className === 'done'")
            await shows(ben, "Result: ")
            await tap(organizer, "#earlier button")
            assert await organizer.value("document.activeElement.value") == "1/1 "
            await organizer.value("document.activeElement.value = ''")
            await tap(organizer, "#undo")
            await tap(organizer, "#undo-yes")
            await anna.until("!!document.querySelector('#c20')")
        complaints = [page.complaints for page in (organizer, screen, anna, ben)]
        assert not any(one for one in complaints if "ERR_CONNECTION" not in str(one)), complaints


async def test_a_wrong_link_leaves_the_stored_key_alone(tmp_path: Path) -> None:
    """Seen to fail: a link with a wrong key deleted the key of phone or organizer."""
    if not program():
        print("There is no Chromium here: no link was opened.")
        return
    file = str(tmp_path / "Goat Night.jsonl")
    async with chromium() as browser, run_server(tmp_path, event=[file]) as (parts, _said, _stop):
        assert parts.hub is not None
        base = f"http://127.0.0.1:{parts.port}"
        (code, event), = parts.hub.events.items()  # fmt: skip
        page = await browser.page(f"{base}/e/{code}/organizer#o={event.keys.organizer}")
        await page.until("!!document.querySelector('#pair')")
        await page.go(f"{base}/e")
        await page.go(f"{base}/e/{code}/organizer#o=wrong")
        await shows(page, "This link is not valid")
        await page.until("!!document.querySelector('#pair')")
        await page.go(f"{base}/e")
        await page.go(f"{base}/e/{code}/organizer")
        await page.until("!!document.querySelector('#pair')")


IS_CUT = "one => one.scrollWidth > one.clientWidth + 1"


@pytest.mark.parametrize(("count", "least_px"), [(32, 54), (64, 40)])
async def test_the_names_on_the_projector_are_large(tmp_path: Path, count: int, least_px: int) -> None:
    """All names stand on one screen, each with its table, without a scroll bar; tables and standings too."""
    if not program():
        print("There is no Chromium here: no projector was measured.")
        return
    async with (
        chromium() as browser,
        run_server(tmp_path, event=[str(tmp_path / "night.jsonl")]) as (parts, _said, _stop),
    ):
        assert parts.hub is not None
        (code, event), = parts.hub.events.items()  # fmt: skip
        await event.run_line("add " + ",".join(f"Katharina {number}" for number in range(1, count + 1)))
        await event.run_line("set wifi Shop Duels")
        await event.run_line("next")
        screen = await browser.page(f"http://127.0.0.1:{parts.port}/e/{code}/screen", SCREEN)
        await screen.until(f"document.querySelectorAll('.names li').length === {count}")
        size = "parseFloat(getComputedStyle(document.querySelector('.names li')).fontSize)"
        assert await screen.value(size) >= least_px
        assert not await screen.value(f"[...document.querySelectorAll('.names bdi')].some({IS_CUT})")
        assert await screen.value("document.documentElement.scrollHeight") <= SCREEN[1]


async def test_tables_and_standings_fit_the_projector(tmp_path: Path) -> None:
    """Before: names of nine tables were cut, and the standings had a scroll bar."""
    if not program():
        print("There is no Chromium here: no projector was measured.")
        return
    async with (
        chromium() as browser,
        run_server(tmp_path, event=[str(tmp_path / "night.jsonl")]) as (parts, _said, _stop),
    ):
        assert parts.hub is not None
        (code, event), = parts.hub.events.items()  # fmt: skip
        await event.run_line("add " + ",".join(f"Maximilian {number}" for number in range(1, 19)))
        screen = await browser.page(f"http://127.0.0.1:{parts.port}/e/{code}/screen", SCREEN)
        await event.run_line("next")
        for table in range(1, 10):
            await event.run_line(f"{table} 2 0")
        await screen.until("document.querySelectorAll('.final table').length === 2")
        assert await screen.value("document.documentElement.scrollHeight") <= SCREEN[1]
        await event.run_line("next")
        await event.run_line("clock")
        await screen.until("document.querySelectorAll('.pairs li').length === 9")
        assert not await screen.value(
            f"[...document.querySelectorAll('.pairs bdi, .pairs span')].some({IS_CUT})"
        )
        assert await screen.value("document.documentElement.scrollHeight") <= SCREEN[1]


async def test_slips_are_printed_eight_to_a_page_and_used_on_a_phone(tmp_path: Path) -> None:
    """On paper of both sizes; a phone that scans one enters the result by three taps."""
    if not program():
        print("There is no Chromium here: no slip was printed.")
        return
    async with (
        chromium() as browser,
        run_server(tmp_path, event=[str(tmp_path / "night.jsonl")]) as (parts, _said, _stop),
    ):
        assert parts.hub is not None
        (code, event), = parts.hub.events.items()  # fmt: skip
        await event.run_line("add " + ",".join(f"Katharina {number}" for number in range(1, 19)))
        base = f"http://127.0.0.1:{parts.port}"
        paper = await browser.page(f"{base}/e/{code}/print#o={event.keys.organizer}")
        await shows(paper, "Scan with your phone")
        assert await printed_pages(paper, A4_INCHES) == 1, "the notice"
        await event.run_line("next")
        await paper.until("document.querySelectorAll('.paper').length === 9")
        for size in (A4_INCHES, LETTER_INCHES):
            assert await printed_pages(paper, size) == 2, "nine slips"
        phone = await browser.page(f"{base}/e/7#s={event.keys.slip_number(1, 7)}", PHONE)
        await tap(phone, "#s21")
        await phone.until("document.querySelectorAll('.name').length === 2")
        assert await phone.value("document.querySelector('main').clientWidth") == PHONE[0]
        assert await phone.value("document.documentElement.scrollWidth") == PHONE[0]
        await tap(phone, ".name")
        await phone.until("document.querySelectorAll('.name[aria-pressed=true]').length === 1")
        await tap(phone, ".name[aria-pressed=false]")
        await shows(phone, "The result is entered.")
        own = event.state.rounds[0].pairings[6]
        assert own.result is not None
        assert own.result.source == "slip"
        assert not paper.complaints
        assert not phone.complaints


async def printed_pages(page: Page, inches: tuple[float, float]) -> int:
    """Print a page on paper of this size; return how many sheets it needs."""
    wide, high = inches
    printed = await page.send_command(
        "Page.printToPDF", paperWidth=wide, paperHeight=high, preferCSSPageSize=True
    )
    return len(re.findall(rb"/Type /Page\b", base64.b64decode(printed["data"])))


async def test_an_event_is_created_in_a_browser_that_finds_it_again(tmp_path: Path) -> None:
    """The form leads to the organizer's page; the browser that has its key finds it later, no other does."""
    if not program():
        print("There is no Chromium here: no event was created.")
        return
    async with chromium() as browser, run_server(tmp_path, events=2) as (parts, _said, _stop):
        form = await browser.page(f"http://127.0.0.1:{parts.port}/e/new", PHONE)
        await form.type("#new-name", "Goat Night")
        await tap(form, "#wifi summary")
        await form.type("#new-wifi_name", "Shop")
        await form.type("#new-wifi_password", "short")
        await tap(form, "form button")
        await shows(form, "The password of a Wi-Fi has 8 to 63 letters.")
        await form.value("document.querySelector('#new-wifi_password').value = 'sesame88'")
        await tap(form, "form button")
        await form.until("location.pathname.endsWith('/organizer') && !!document.querySelector('#pair')")
        await form.go(f"http://127.0.0.1:{parts.port}/e/new")
        await form.until("document.querySelector('[data-own]')?.hidden === false")
        other = await browser.page(f"http://127.0.0.1:{parts.port}/e/new", PHONE)
        await other.until("document.querySelector('[data-own]')?.hidden === true")
        await tap(form, "[data-own] a")
        await form.until("location.pathname.endsWith('/organizer') && !!document.querySelector('#pair')")
        assert await form.value("document.documentElement.scrollWidth") == PHONE[0]
        assert not form.complaints
