"""The catalogues of `shared/facedown_shared/data/languages`: `python -m tools.languages` extracts every text
from the code, updates each .po file and compiles the files that programs read. `--missing` lists texts
without a translation.

Texts are extracted from calls of `_`, `ngettext`, `pgettext` and `gettext_noop`, in Python and in TypeScript,
from the help of commands (their docstrings), and from the sentences that servers send by their ids.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from babel.messages import pofile
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo

from facedown_shared.cards.facts import Pool, parse_sheet
from facedown_shared.decks.decks import ABOUT, TITLE, core_decks, more_decks, ready_decks
from facedown_shared.tables import lessons
from facedown_shared.text import bounded_parsing, glossary, rulebook
from facedown_shared.text.translated_cards import every_text
from tools import browser

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "shared" / "facedown_shared" / "data" / "languages"
BROWSER = "client/browser/src"
WORDS = ROOT / "shared" / "facedown_shared" / "data" / "words"
SOURCES = ("client/facedown_client", "server/facedown_server", "shared/facedown_shared", "run.py")
DOORS = {
    "_": (0, 1),
    "setting_meaning": (0, 1),
    "gettext_noop": (0, 1),
    "pgettext_noop": (1, 1),
    "ngettext": (0, 2),
    "pgettext": (1, 1),
}
"""For each function that takes texts, how many arguments are a context, and how many a text."""
DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in every .mo file: the same texts make the same bytes."""
HEADER = """\
# Texts of facedown in another language. Brought up to date by `python -m tools.languages`;
# docs/develop/translating.md says how to translate.
#"""


class Text(NamedTuple):
    """One text: in one or two forms, the file it comes from, its context."""

    forms: tuple[str, ...]
    file: str
    context: str | None = None


def texts(root: Path = ROOT) -> Iterator[Text]:
    """Yield every text in the code and the data, in the order of files."""
    for part in SOURCES:
        place = root / part
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            name = path.relative_to(root).as_posix()
            source = path.read_text(encoding="utf-8")
            yield from _called_texts(source, name)
            yield from _helps(source, name)
    for path in sorted((root / BROWSER).rglob("*.ts*")):
        yield from _typescript_texts(path.read_bytes(), path.relative_to(root).as_posix())
    yield from _sent_texts()


def _typescript_texts(source: bytes, file: str) -> Iterator[Text]:
    """Yield the texts of the browser's client, as Babel finds them in TypeScript."""
    keywords = {"_": None, "gettextNoop": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
    for found in extract("javascript", io.BytesIO(source), keywords, options={"jsx": "True"}):
        _line, said, _comments, context = found
        forms = said if isinstance(said, tuple) else (said,)
        yield Text(tuple(form for form in forms if form), file, context)


def _called_texts(source: str, file: str) -> Iterator[Text]:
    """Return the texts given to the door: read from the tree, since Babel does not search f-strings."""
    for node in ast.walk(ast.parse(source)):
        name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name in DOORS:
            context, forms = DOORS[name]
            values = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            found = tuple(text for text in values[context:][:forms] if isinstance(text, str) and text)
            if len(found) == forms:
                yield Text(found, file, str(values[0]) if context else None)


def _helps(source: str, file: str) -> Iterator[Text]:
    """Yield the docstrings of commands, as click shows them."""
    for node in ast.walk(ast.parse(source)) if "@cli" in source or "@click" in source else ():
        if isinstance(node, ast.FunctionDef) and any(map(_makes_command, node.decorator_list)):
            yield from (Text((said,), file) for said in [ast.get_docstring(node)] if said)


def _makes_command(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute) and called.attr in ("command", "group")


def _sent_texts() -> Iterator[Text]:
    """Yield sentences of servers, each with its id; descriptions of effects; what is printed on cards."""
    for name in ("english", "effects_english"):
        file = WORDS / f"{name}.toml"
        for key, said in bounded_parsing.toml(file.read_text(encoding="utf-8")).items():
            for one in (said,) if isinstance(said, str) else said:
                yield Text((one,), file.relative_to(ROOT).as_posix(), key if one is said else None)
    for name in glossary.FILES:
        place = (WORDS / f"{name}.toml").relative_to(ROOT).as_posix()
        for forms, meaning in glossary.english_rows(name).items():
            yield Text((forms,), place, glossary.FORMS)
            yield Text((meaning,), place, glossary.MEANING)
    place = (WORDS / "rules.toml").relative_to(ROOT).as_posix()
    for section in rulebook.english_sections():
        yield Text((section.title,), place, rulebook.SECTION)
        yield from (Text((rule.text,), place, rulebook.RULE) for rule in section.rules)
    place = (WORDS / "lessons.json").relative_to(ROOT).as_posix()
    for lesson in lessons.lessons():
        yield Text((lesson.english,), place, lessons.TITLE)
        yield from (Text((step.english,), place, lessons.STEP) for step in lesson.steps)
    for sheet in sorted((ROOT / "shared" / "facedown_shared" / "data").rglob("*.toml")):
        if sheet.parent != WORDS:
            for context, one in every_text(Pool(parse_sheet(sheet.read_bytes()))):
                yield Text((one,), sheet.relative_to(ROOT).as_posix(), context)
    for folder, decks in (("", ready_decks()), ("more/", more_decks()), ("core/", core_decks())):
        for name, deck in decks.items():
            source = f"shared/facedown_shared/data/decks/{folder}{name}.ydk"
            yield Text((deck.title,), source, TITLE)
            yield Text((deck.about,), source, ABOUT)


def template() -> Catalog:
    """Return every text there is, with the files it comes from, no translation."""
    catalog = Catalog(header_comment=HEADER)
    for text in texts():
        forms = text.forms[0] if len(text.forms) == 1 else text.forms
        catalog.add(forms, locations=[(text.file, 0)], context=text.context)
    return catalog


def read_catalog(path: Path) -> Catalog:
    """Return the catalogue in a .po file; of a new language, the empty one."""
    with io.BytesIO(path.read_bytes() if path.exists() else b"") as file:
        catalog = pofile.read_po(file, locale=path.stem)
    catalog.creation_date = catalog.revision_date = DATE
    return catalog


def update_catalog(path: Path, every: Catalog) -> Catalog:
    """Return the catalogue in a file with every text there is now, and none that is gone."""
    catalog = Catalog(path.stem, header_comment=HEADER, project="facedown", charset="utf-8", fuzzy=False)
    old = read_catalog(path)
    for message in every:
        if message.id:
            before = old.get(message.id, message.context)
            catalog.add(
                message.id, before.string if before else None, message.locations,
                before.flags if before else (), user_comments=before.user_comments if before else (),
                context=message.context,
            )  # fmt: skip
    return catalog


def po_bytes(catalog: Catalog) -> bytes:
    """Return the .po file: by files, without dates and line numbers, so that it changes only where texts
    do.
    """
    out = io.BytesIO()
    pofile.write_po(out, catalog, width=110, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    lines = out.getvalue().split(b"\n")
    dated = (b'"POT-Creation', b'"PO-Revision', b'"Last-Tr', b'"Language-Team', b'"Generated', b'"Report')
    return b"\n".join(line for line in lines if not line.startswith(dated))


def mo_bytes(catalog: Catalog) -> bytes:
    """Return the .mo file that programs read."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def missing_texts(catalog: Catalog) -> list[str]:
    """Return the texts without a translation, and those marked for review."""
    return [str(one.id) for one in catalog if one.id and (one.fuzzy or not _is_translated(one.string))]


def _is_translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return all((string,) if isinstance(string, str) or not string else string)


def main(words: list[str]) -> int:
    """Update all catalogues; return 1 if a text has no translation."""
    every = template()
    left = 0
    for path in sorted(FOLDER.glob("*.po")):
        catalog = update_catalog(path, every)
        path.write_bytes(po_bytes(catalog))
        path.with_suffix(".mo").write_bytes(mo_bytes(read_catalog(path)))
        without = missing_texts(catalog)
        left += len(without)
        print(f"{path.stem}: {len(catalog) - len(without)} of {len(catalog)} texts")
        for one in without if "--missing" in words else ():
            print(f"  {one}")
    browser.main()
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
