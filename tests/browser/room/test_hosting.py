"""A table is opened on one phone, and a friend sits down on another by the content of the QR code: five
taps at most, and a name each.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.browser.chromium import PHONE, program
from tests.browser.playing import tables

MODULES = """(() => {
    const code = document.querySelector('.qr'), size = code.viewBox.baseVal.width;
    const rows = Array.from({length: size}, () => Array(size).fill(0));
    for (const [, x, y] of code.querySelector('path').getAttribute('d').matchAll(/M(\\d+) (\\d+)/g))
        rows[y][x] = 1;
    return JSON.stringify(rows.slice(4, -4).map(row => row.slice(4, -4)));
})()"""
"""The modules of the QR code on a page, without the quiet zone."""

DATA_CODEWORDS = {21: 19, 25: 34, 29: 55, 33: 80, 37: 108, 41: 136}
"""At error correction level L, by size (ISO/IEC 18004, table 9)."""
MIN_TWO_BLOCKS_MODULES = 41
MASK_BITS = ((8, 2), (8, 3), (8, 4))
"""Where the format says which mask is used: row and column."""
MASK_PATTERN = (1, 0, 1)
"""With these bits XORed, as the standard prescribes."""


def is_fixed(size: int, row: int, column: int) -> bool:
    """Return whether a module holds no data."""
    near, far = 8, size - 8
    if row == 6 or column == 6:
        return True
    if (row <= near and (column <= near or column >= far)) or (row >= far and column <= near):
        return True
    middle = size - 7
    return size > 21 and abs(row - middle) <= 2 and abs(column - middle) <= 2


def read_code(rows: list[list[int]]) -> str:
    """Read a QR code of level L and mask 0, as a camera does; no errors are corrected."""
    size = len(rows)
    bits = [rows[row][column] for row, column in MASK_BITS]
    assert [bit ^ flip for bit, flip in zip(bits, MASK_PATTERN, strict=True)] == [0, 0, 0]
    columns = [column for column in range(size - 1, 0, -1) if column != 6]
    stream = []
    for number, (right, left) in enumerate(zip(columns[::2], [*columns[1::2], 0], strict=True)):
        for step in range(size):
            row = step if number % 2 else size - 1 - step
            stream += [
                rows[row][column] ^ ((row + column) % 2 == 0)
                for column in (right, left)
                if not is_fixed(size, row, column)
            ]
    text = "".join(str(int(bit)) for bit in stream)
    codewords = [int(text[at : at + 8], 2) for at in range(0, len(text) - 7, 8)]
    data = codewords[: DATA_CODEWORDS[size]]
    if size == MIN_TWO_BLOCKS_MODULES:
        data = data[::2] + data[1::2]
    text = "".join(f"{byte:08b}" for byte in data)
    assert text.startswith("0100"), "bytes"
    length = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * at : 20 + 8 * at], 2) for at in range(length)).decode()


async def test_from_the_front_page_to_a_seated_guest_in_five_taps(tmp_path: Path) -> None:
    """Seen to fail: a page could not open a table at all."""
    if not program():
        print("There is no Chromium here: nobody was invited.")
        return
    async with tables(tmp_path) as made:
        host = await made.browser.page(f"http://127.0.0.1:{made.port}/", PHONE)
        await host.click("Open a table")  # 1
        await host.type(".door input", "Anna")  # 2: the field is tapped
        await host.click("Open the table")  # 3
        await host.until("location.pathname.startsWith('/t/') && !!document.querySelector('.qr')")
        link = read_code(json.loads(await host.value(MODULES)))
        assert "#seat=" in link
        guest = await made.browser.page(link, PHONE)
        await guest.type(".door input", "Ben")  # 4
        await guest.click("Sit down")  # 5
        await host.wait_for_text("Ben")
        await guest.wait_for_text("I am ready")
        await host.reload()
        await host.wait_for_text("I am ready")
        assert not [*host.complaints, *guest.complaints]


CHOSEN: dict[str, str | bool] = {
    "Game": "rules genesys", "Points of a deck": "120", "Match": "3", "Clock": "30+20", "Pauses": "careful",
    "Afterwards both hands": True, "List it on the front page": False, "Password": "open sesame",
}  # fmt: skip
SET = """(([name, value]) => {
    const label = [...document.querySelectorAll('label')].find(one => one.innerText.trim().startsWith(name));
    const field = label.querySelector('input, select');
    if (typeof value === 'boolean') return field.checked === value || field.click();
    const kind = field.tagName === 'SELECT' ? HTMLSelectElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, 'value').set.call(field, value);
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', {bubbles: true}));
})(%s)"""


async def test_every_setting_of_a_table_is_chosen_in_three_steps(tmp_path: Path) -> None:
    """The game and a name, all settings, open. Seen to fail: pauses, open hands and points were missing."""
    if not program():
        print("There is no Chromium here: no table was opened.")
        return
    async with tables(tmp_path) as made:
        page = await made.browser.page(f"http://127.0.0.1:{made.port}/new", PHONE)
        await page.type(".door input", "Anna")  # 1
        await page.value(SET % json.dumps(["Game", CHOSEN["Game"]]))
        await page.click("All settings")  # 2
        for name, value in CHOSEN.items():
            await page.value(SET % json.dumps([name, value]))
        await page.click("Open the table")  # 3
        await page.until("location.pathname.startsWith('/t/') && !!document.querySelector('.gathering')")
        for text in ("Genesys", "120 points", "both hands are opened to both players"):
            await page.wait_for_text(text)
        assert not page.complaints
        code = (await page.value("location.pathname"))[-7:]
        assert code not in await page.value("fetch('/tables').then(one => one.text())"), "it is not listed"
        stranger = await made.browser.page(f"http://127.0.0.1:{made.port}/t/{code}")
        await stranger.wait_for_text("There is no table with that code")
