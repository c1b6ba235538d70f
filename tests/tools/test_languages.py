"""The catalogues: compiled files have the translators' texts, with the same placeholders, none in doubt."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from tools.languages import BROWSER, FOLDER, Text, _called_texts, _helps, mo_bytes, read_catalog, texts

FILES = sorted(FOLDER.glob("*.po"))
NAMES = [file.stem for file in FILES]
PLACE = re.compile(r"\{([\w:,.+!%-]*)\}")


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_what_programs_read_is_what_translators_wrote(path: Path) -> None:
    assert path.with_suffix(".mo").read_bytes() == mo_bytes(read_catalog(path)), (
        "say python -m tools.languages"
    )


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_translations_keep_the_places_of_values(path: Path) -> None:
    assert wrong_places(read_catalog(path)) == []


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_nothing_is_in_doubt(path: Path) -> None:
    assert [message.id for message in read_catalog(path) if message.id and message.fuzzy] == []


def test_texts_are_found_in_every_folder_of_the_browser() -> None:
    found = {text.file.removeprefix(f"{BROWSER}/").split("/")[0] for text in texts() if BROWSER in text.file}
    assert {"app.tsx", "board", "model", "replays", "room", "words"} <= found


def wrong_places(catalog: Catalog) -> list[str]:
    """Return translated texts whose placeholders differ from the English; {does:draws} may be left out."""
    return [str(message.id) for message in catalog if message.id and _is_different(message)]


def _is_different(message: Message) -> bool:
    wanted = _places(_forms(message.id)[-1])
    return any(_places(one) != wanted for one in _forms(message.string) if one)


def _forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else [*(text or ())]


def _places(text: str) -> set[str]:
    return {place for place in PLACE.findall(text) if not place.startswith("does:")}


def test_a_lost_place_is_seen() -> None:
    catalog = Catalog("zh_CN")
    catalog.add("{who} {does:draws} {card}", "{who}抽{card}")
    assert wrong_places(catalog) == []
    catalog.add("{who} is gone", "不见了")
    assert wrong_places(catalog) == ["{who} is gone"]


CODE = '''
LIST = gettext_noop("one")

@cli.command()
def play(name: str) -> None:
    """Play a card."""
    two, three = _("two"), pgettext("here", "three")
    return _("{a} of {b}", a=two, b=ngettext("{count} x", "{count} y", 3)) + f"{_('four')}"
'''


def test_texts_are_found_wherever_they_stand() -> None:
    assert {*_called_texts(CODE, "a.py")} == {
        Text(("one",), "a.py"),
        Text(("{a} of {b}",), "a.py"),
        Text(("two",), "a.py"),
        Text(("{count} x", "{count} y"), "a.py"),
        Text(("three",), "a.py", "here"),
        Text(("four",), "a.py"),
    }
    assert [*_helps("import click\n@click" + CODE.partition("@cli")[2], "a.py")] == [
        Text(("Play a card.",), "a.py")
    ]


def test_what_servers_send_is_a_text_under_its_id() -> None:
    found = {text.context: text.forms for text in texts()}
    assert found["choose_a_number"] == ("Choose a number.",)
