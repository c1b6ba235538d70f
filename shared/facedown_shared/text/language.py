"""The language a person reads: every text of ours goes through `_`, its translations lie in `data/languages`.

The English text in the code is the key; a language is one catalogue (docs/develop/translating.md).
Law: nothing that is sent, kept or compared goes through here; a text is said when it is shown, so that the
language may change while a program runs.
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
    """A text in the language in use; `{name}` in it is the value of that name. Give it a literal, or what
    `later` has marked: `_("{name} draws", name=who)`."""
    said = _spoken().gettext(text) if text else ""  # "" is the catalogue's own header
    return said.format(**values) if values else said


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """A text as it fits a number, `{count}` in it: `ngettext("{count} card", "{count} cards", size)`."""
    return _spoken().ngettext(one, many, count).format(count=count, **values)


def pgettext(context: str, text: str, /, **values: object) -> str:
    """A text that means several things, with a word for translators that says which."""
    said = _spoken().pgettext(context, text)
    return said.format(**values) if values else said


def later(text: str) -> str:
    """Mark a text that stands in a table or a class and is said with `_` where it is shown."""
    return text


def later_as(context: str, text: str) -> str:
    """The same for a text that means several things; it is said with `pgettext` and that context."""
    return text


@dataclass(frozen=True, slots=True)
class TranslatedText:
    """A text in every language, for what cannot be said anew: what it tells of has gone by."""

    texts: Mapping[str, str]

    @classmethod
    def of(cls, say: Callable[[], str]) -> TranslatedText:
        """What this says, in each language there is."""
        texts = {}
        for name in languages():
            with speaking([name]):
                texts[name] = say()
        return cls(texts)

    @classmethod
    def when_read(cls, say: Callable[[], str]) -> TranslatedText:
        """The same, each language's said when it is read first: `say` has all it needs, which never changes,
        and is kept."""
        return cls(_LazyTranslations(say))

    @classmethod
    def only(cls, text: str) -> TranslatedText:
        """A text that is the same in all languages: somebody wrote it."""
        return cls({ENGLISH: text})

    def __str__(self) -> str:
        return self.texts.get(in_use()) or self.texts[ENGLISH]


class _LazyTranslations(Mapping[str, str]):
    """A text by the name of the language, said when it is first asked for."""

    __slots__ = ("_said", "_say")

    def __init__(self, say: Callable[[], str]) -> None:
        self._say, self._said = say, dict[str, str]()

    def __getitem__(self, language: str) -> str:
        if language not in self._said:
            if language not in languages():
                raise KeyError(language)
            with speaking([language]):
                self._said[language] = self._say()
        return self._said[language]

    def __iter__(self) -> Iterator[str]:
        return iter(languages())

    def __len__(self) -> int:
        return len(languages())


def together(parts: Iterable[TranslatedText], between: str) -> TranslatedText:
    """Several texts as one."""
    told = [*parts]
    return TranslatedText.of(lambda: between.join(map(str, told)))


def speak(language: str = "") -> None:
    """From now on use this language; "" is the system's. One nobody has translated is English."""
    global _usual
    _usual = _known(language) if language else of_system()


def in_use() -> str:
    """The name of the language that texts are said in here and now."""
    return _here.get() or _usual


@contextmanager
def speaking(tags: Iterable[str]) -> Iterator[str]:
    """Within this, use the first of these languages there is ("zh-CN", "en"); gives its name."""
    language = _first(tags)
    token = _here.set(language)
    try:
        yield language
    finally:
        _here.reset(token)


@cache
def languages() -> dict[str, str]:
    """Every language there is: what it is called in itself, by its name ("zh_CN")."""
    files = sorted(file.name for file in _FOLDER.iterdir() if file.name.endswith(".mo"))
    names = [ENGLISH, *(file.removesuffix(".mo") for file in files)]
    return {name: _catalogue(name).pgettext("this language, in itself", "English") for name in names}


def of_system() -> str:
    """The language this computer speaks, as far as there is one; else English."""
    order = ("LC_ALL", "LC_MESSAGES", "LANG")
    told = next((value for name in order if (value := os.environ.get(name))), "")
    if told.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH
    if not told and sys.platform == "win32":
        import ctypes

        told = windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return _first([*os.environ.get("LANGUAGE", "").split(":"), told])


def _spoken() -> NullTranslations:
    return _catalogue(_here.get() or _usual)


def _first(tags: Iterable[str]) -> str:
    return next((found for tag in tags if (found := _known(tag, ""))), ENGLISH)


def _known(tag: str, unknown: str = ENGLISH) -> str:
    """The language behind "zh_CN.UTF-8", "zh-Hans", "zh": that very one, else one of the same first part."""
    name = tag.partition(".")[0].partition("@")[0].replace("-", "_")
    kin = [one for one in languages() if one.partition("_")[0] == name.partition("_")[0].lower()]
    return name if name in kin else kin[0] if kin else unknown


@cache
def _catalogue(name: str) -> NullTranslations:
    if name == ENGLISH:
        return NullTranslations()
    with (_FOLDER / f"{name}.mo").open("rb") as file:
        return GNUTranslations(file)
