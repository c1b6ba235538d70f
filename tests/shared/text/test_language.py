"""The lookup of texts: languages by their files, their sentences, and English as the fallback."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from facedown_shared.text import language
from facedown_shared.text.language import (
    _,
    gettext_noop,
    ngettext,
    pgettext,
    set_language,
    system_language,
    use_language,
)

SETTINGS = gettext_noop("Settings")


@pytest.fixture(autouse=True)
def _reset_language() -> Iterator[None]:
    yield
    set_language(language.ENGLISH)


def test_every_language_says_its_own_name() -> None:
    assert language.languages() == {"en": "English", "zh_CN": "简体中文"}


def test_a_text_is_said_in_the_language_in_use_with_its_values() -> None:
    set_language("en")
    assert (_(SETTINGS), _("Turn {number}", number=3), _("")) == ("Settings", "Turn 3", "")
    set_language("zh_CN")
    assert (_(SETTINGS), _("")) == ("设置", "")
    assert _("nobody translated {this}", this="that") == "nobody translated that"


def test_numbers_choose_the_form_and_a_context_the_meaning() -> None:
    set_language("en")
    assert [ngettext("{count} seal", "{count} seals", count) for count in (1, 2)] == ["1 seal", "2 seals"]
    assert pgettext("this language, in itself", "English") == "English"


def test_a_page_speaks_to_its_reader_and_the_program_as_before() -> None:
    set_language("en")
    with use_language(["fr", "zh-Hans-CN", "en"]) as chosen:
        assert (chosen, _(SETTINGS)) == ("zh_CN", "设置")
    assert _(SETTINGS) == "Settings"
    with use_language(["fr"]) as chosen:
        assert chosen == "en"


@pytest.mark.parametrize(
    ("told", "spoken"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN"), ({"LANG": "zh_SG"}, "zh_CN"), ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LANGUAGE": "fr:zh"}, "zh_CN"),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
    ],
)  # fmt: skip
def test_the_systems_language_is_followed(
    monkeypatch: pytest.MonkeyPatch, told: dict[str, str], spoken: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert system_language() == spoken
