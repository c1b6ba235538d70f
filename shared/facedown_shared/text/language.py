"""The reader's language: every text of ours goes through `_`; translations are in `data/languages`.

The English text in the code is the key; a language is one catalogue (docs/develop/translating.md). Law: texts
that are sent, stored or compared are not translated. A text is translated when it is shown, so the language
may change while a program runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from locale import windows_locale

ENGLISH = "en"

_FOLDER = resources.files("facedown_shared") / "data" / "languages"
_usual = ENGLISH
_here: ContextVar[str] = ContextVar("language", default="")


def _(text: str, /, **values: object) -> str:
    """Return a text in the current language, with values for its `{name}`s.

    Pass a literal, or a text marked by `gettext_noop`: `_("{name} draws", name=who)`.
    """
    said = _current_catalogue().gettext(text) if text else ""  # the key "" is the catalogue's header
    return said.format(**values) if values else said


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a text in the plural form of `count`: `ngettext("{count} card", "{count} cards", size)`."""
    return _current_catalogue().ngettext(one, many, count).format(count=count, **values)


def pgettext(context: str, text: str, /, **values: object) -> str:
    """Translate a text that has several meanings. The context tells translators which one."""
    said = _current_catalogue().pgettext(context, text)
    return said.format(**values) if values else said


def gettext_noop(text: str) -> str:
    """Mark a text in a table or a class for translation. Call `_` where the text is shown."""
    return text


def pgettext_noop(context: str, text: str) -> str:
    """Mark a text with several meanings for translation. Call `pgettext` with this context where it is
    shown.
    """
    return text


@dataclass(frozen=True, slots=True)
class TranslatedText:
    """A text in every language, for events that cannot be described again later."""

    texts: Mapping[str, str]

    @classmethod
    def in_each_language(cls, say: Callable[[], str]) -> TranslatedText:
        """Return the result of this function in each language."""
        texts = {}
        for name in languages():
            with use_language([name]):
                texts[name] = say()
        return cls(texts)

    @classmethod
    def computed_on_access(cls, say: Callable[[], str]) -> TranslatedText:
        """Return a text whose translations are computed on first access.

        `say` is stored and called later, so it must not depend on values that change.
        """
        return cls(_LazyTranslations(say))

    @classmethod
    def for_all_languages(cls, text: str) -> TranslatedText:
        """Return a text that is the same in all languages, because a person wrote it."""
        return cls({ENGLISH: text})

    def __str__(self) -> str:
        return self.texts.get(current_language()) or self.texts[ENGLISH]


class _LazyTranslations(Mapping[str, str]):
    """Mapping from language to text, translated on first access."""

    __slots__ = ("_said", "_say")

    def __init__(self, say: Callable[[], str]) -> None:
        self._say, self._said = say, dict[str, str]()

    def __getitem__(self, language: str) -> str:
        if language not in self._said:
            if language not in languages():
                raise KeyError(language)
            with use_language([language]):
                self._said[language] = self._say()
        return self._said[language]

    def __iter__(self) -> Iterator[str]:
        return iter(languages())

    def __len__(self) -> int:
        return len(languages())


def join_texts(parts: Iterable[TranslatedText], between: str) -> TranslatedText:
    """Join several texts into one."""
    texts = [*parts]
    return TranslatedText.in_each_language(lambda: between.join(map(str, texts)))


def set_language(language: str = "") -> None:
    """Set the language; "" selects the system's. A language without a catalogue selects English."""
    global _usual
    _usual = _available_language(language) if language else system_language()


def current_language() -> str:
    """Return the name of the current language."""
    return _here.get() or _usual


@contextmanager
def use_language(tags: Iterable[str]) -> Iterator[str]:
    """Use the first available of these languages ("zh-CN", "en") within this context; yield its name."""
    language = _first(tags)
    token = _here.set(language)
    try:
        yield language
    finally:
        _here.reset(token)


@cache
def languages() -> dict[str, str]:
    """Return each available language's own name, by its code ("zh_CN")."""
    files = sorted(file.name for file in _FOLDER.iterdir() if file.name.endswith(".mo"))
    names = [ENGLISH, *(file.removesuffix(".mo") for file in files)]
    return {name: _catalogue(name).pgettext("this language, in itself", "English") for name in names}


def system_language() -> str:
    """Return the system's language if it is available; else English."""
    order = ("LC_ALL", "LC_MESSAGES", "LANG")
    variable = next((value for name in order if (value := os.environ.get(name))), "")
    if variable.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH
    if not variable and sys.platform == "win32":
        import ctypes

        variable = windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return _first([*os.environ.get("LANGUAGE", "").split(":"), variable])


def _current_catalogue() -> NullTranslations:
    return _catalogue(_here.get() or _usual)


def _first(tags: Iterable[str]) -> str:
    return next((found for tag in tags if (found := _available_language(tag, ""))), ENGLISH)


def _available_language(tag: str, unknown: str = ENGLISH) -> str:
    """Return the available language for "zh_CN.UTF-8", "zh-Hans" or "zh".

    An exact match is preferred to one with the same first part.
    """
    name = tag.partition(".")[0].partition("@")[0].replace("-", "_")
    kin = [one for one in languages() if one.partition("_")[0] == name.partition("_")[0].lower()]
    return name if name in kin else kin[0] if kin else unknown


@cache
def _catalogue(name: str) -> NullTranslations:
    if name == ENGLISH:
        return NullTranslations()
    with (_FOLDER / f"{name}.mo").open("rb") as file:
        return GNUTranslations(file)
