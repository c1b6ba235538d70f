"""A page calls its player: by its title, its icon and the clock's announcements; and says what is so."""

from __future__ import annotations

from pathlib import Path

import msgspec
import trio

from facedown_shared.protocol.messages import Prompt, PromptOver, Seated, Update, Welcome, Whole
from facedown_shared.tables.view import VisibleEvent
from facedown_shared.text.words import words
from tests.browser.board.positions import (
    CODE,
    TURN,
    at_table,
    encoded,
    five_monsters_each,
    hand_of_seven,
    messages,
    open_seated_page,
    send_to_page,
    shown,
)
from tests.browser.chromium import Page, program
from tests.browser.playing import tables

LISTEN = """(seconds => {
    const start = performance.now();
    window.heard = 0;
    window.watching?.disconnect();
    window.watching = new MutationObserver(() => {
        const spoken = [...document.querySelectorAll('[role=status].spoken')].map(one => one.textContent);
        if (!heard && spoken.join().includes(`${seconds} seconds left.`)) heard = performance.now() - start;
    });
    watching.observe(document.body, {subtree: true, childList: true, characterData: true});
})(%d)"""
"""Notes after how many milliseconds the page announces that so many seconds are left."""
ICON = "document.querySelector('link[rel=icon]').getAttribute('href')"


async def test_the_title_and_the_icon_say_whose_turn_it_is(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: the test is left out.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, hand_of_seven())
        await page.until("document.title.startsWith('● Your turn – ')")
        await page.until(f"{ICON} === '/emblem.svg?turn'")
        await send_to_page(page, PromptOver(TURN.ask))
        await page.until("!document.title.includes('●')")
        await page.until(f"{ICON} === '/emblem.svg'")
        assert '#ffc24b"/></svg>' in await page.value("fetch('/emblem.svg?turn').then(one => one.text())")


async def test_the_clock_is_announced_once_at_sixty_thirty_and_ten_seconds(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no clock was heard.")
        return
    async with tables(tmp_path) as made:
        page = await open_seated_page(made.browser, made.port, messages(hand_of_seven()))
        for seconds in (60, 30, 10):
            await page.value(LISTEN % seconds)
            await send_to_page(page, at_table(clock=seconds + 1.2))
            assert await page.until("heard") >= 1_000, "not before its time"


async def test_what_led_to_a_prompt_does_not_cover_it(tmp_path: Path) -> None:
    """Seen to fail: what was played was shown over the zones that were asked about, seconds later."""
    if not program():
        print("There is no Chromium here: nothing was covered.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, five_monsters_each())
        old = five_monsters_each().view()
        new = msgspec.structs.replace(old, tallies={"0:life": 5000, "1:life": 7200})
        events = tuple(VisibleEvent("activate", seat=1, card=21, code=1) for _ in range(3))
        await send_to_page(page, PromptOver(TURN.ask), Update.between(2, old, new, events))
        await page.until("!!document.querySelector('.play')")
        prompt = encoded(Prompt(2, "turn", words("your_turn"), TURN.options))
        covered = await page.value(f"""(async () => {{
            window.tell('{prompt}');
            const isThere = (selector) => !!document.querySelector(selector);
            for (let n = 0; n < 100 && !isThere('section.prompt'); n++)
                await new Promise((done) => setTimeout(done, 1));
            return [isThere('section.prompt'), isThere('.play')];
        }})()""")
        assert covered == [True, False], "at once, not when the play has been shown for long enough"


async def test_who_concedes_the_match_between_two_duels_has_not_won_it(tmp_path: Path) -> None:
    """Seen to fail: the winner of the last duel was shown."""
    if not program():
        print("There is no Chromium here: no match was conceded.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, five_monsters_each())
        view = msgspec.structs.replace(five_monsters_each().view(), result="1 conceded")
        note = words("match_won", "Ben", words("why_conceded", "Ben", "Anna"))
        await send_to_page(page, PromptOver(TURN.ask), Whole(1, view), at_table("over", 3, note=note))
        await page.until("document.querySelector('.result b')?.innerText.startsWith('Ben wins the match')")
        assert "Anna wins" not in await page.value("document.querySelector('.result').innerText")
        await send_to_page(page, at_table("over", 3, note=words("has_left", "Anna")))
        assert "Ben wins the match" in await page.value("document.querySelector('.result').innerText")


async def test_a_match_that_is_over_is_not_lost_with_its_connection(tmp_path: Path) -> None:
    """Seen to fail: a page of a duel that was over said that it reconnects, for ever."""
    if not program():
        print("There is no Chromium here: no connection was lost.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, five_monsters_each())
        await page.value("window.lose()")
        await page.wait_for_text("Connection lost")
        await page.until("window.dialed > 1")
        await send_to_page(page, *messages(five_monsters_each())[:2], at_table("over"))
        await page.value("window.lose()")
        await page.value("new Promise(done => setTimeout(done, 300))")
        assert "Connection lost" not in await page.value("document.body.innerText")


async def test_a_click_without_a_connection_is_said_to_be_lost(tmp_path: Path) -> None:
    """Seen to fail: a chat line disappeared and an offer did nothing, both without a word."""
    if not program():
        print("There is no Chromium here: nothing was clicked.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, five_monsters_each())
        await page.click("Chat")
        await page.type(".talk input", "hello")
        await page.value("window.lose(); document.querySelector('.talk form').requestSubmit()")
        await page.wait_for_text("Not sent: the connection was lost. Do it again once it is back.")
        assert await page.value("document.querySelector('.talk input').value") == "hello"
        await page.until("window.dialed > 1")
        await send_to_page(page, *messages(five_monsters_each()))
        await page.until("!document.body.innerText.includes('Connection lost')")
        assert "Not sent" in await page.value("document.body.innerText"), "until it is done again"
        await page.value("document.querySelector('.talk form').requestSubmit()")
        await page.until("!document.body.innerText.includes('Not sent')")
        assert await page.value("document.querySelector('.talk input').value") == ""


async def test_after_ready_the_choice_of_a_deck_is_gone(tmp_path: Path) -> None:
    """Seen to fail: deck and button stayed until the first View, and the button took a ready back."""
    if not program():
        print("There is no Chromium here: readiness was not tried.")
        return
    async with tables(tmp_path) as made:
        first = [Welcome("Ben"), Seated(CODE, 0, f"{CODE}.t"), at_table("gathering")]
        page = await open_seated_page(made.browser, made.port, first)
        await page.wait_for_text("I am ready")
        await page.until("!!document.querySelector('.decks')")
        for stage in ("toss", "order"):
            await send_to_page(page, at_table(stage))
            await page.until("!document.body.innerText.includes('I am ready')")
            assert not await page.value("!!document.querySelector('.decks')")


async def test_after_an_agreed_rematch_the_old_board_is_gone(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no rematch was agreed.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, five_monsters_each())
        view = msgspec.structs.replace(five_monsters_each().view(), result="1 conceded")
        note = words("won_the_toss", "Anna")
        await send_to_page(page, PromptOver(TURN.ask), Whole(1, view), at_table("order", note=note))
        await page.until("!document.querySelector('.mat') && !!document.querySelector('.gathering')")
        text = await page.value("document.querySelector('.gathering').innerText")
        assert "Anna" in text
        assert "I am ready" not in text
        assert "Use this deck" not in text


async def test_a_second_friend_is_asked_to_watch_and_no_name_is_a_guest(tmp_path: Path) -> None:
    """Seen to fail: "That token opens no seat any more", and a password; a kept empty name was refused."""
    if not program():
        print("There is no Chromium here: the test is left out.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        _host, links = await made.table(nursery)
        await made.seat(links["opponent"], "Ben")
        second = await made.browser.page(links["opponent"])
        await second.type(".door input", "Carl")
        await second.click("Sit down")
        await second.wait_for_text("Both seats are taken. Watch?")
        assert not await second.value("!!document.querySelector('[type=password]')")
        await second.click(".door .main")
        await second.until("!!document.querySelector('.gathering')")
        unnamed = await made.browser.page(links["spectator"].partition("#")[0])
        await unnamed.value("localStorage.setItem('facedown name', '\"\"')")
        await unnamed.go("about:blank#")
        await unnamed.go(links["spectator"])
        await unnamed.until("!!document.querySelector('.gathering')")
        nursery.cancel_scope.cancel()


async def platform(page: Page, agent: str) -> list[bool]:
    """Return whether a page shows how the window is started, and what a phone does, to such a device."""
    await page.send_command("Emulation.setUserAgentOverride", userAgent=agent)
    await page.reload()
    return [await page.value(f"!document.querySelector('[data-{one}]').hidden") for one in ("desk", "phone")]


async def test_a_phone_is_not_shown_the_terminal_of_a_mac(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no phone came.")
        return
    iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
    async with tables(tmp_path) as made:
        page = await made.browser.page(f"http://127.0.0.1:{made.port}/")
        assert await platform(page, iphone) == [False, True]
        assert await platform(page, "Mozilla/5.0 (X11; Linux x86_64) Chrome/156") == [True, False]
