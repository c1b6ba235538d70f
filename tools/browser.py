"""What the browser's client has of ours: `python -m tools.browser` writes its types, tables and sentences.

Types come from the structs of the protocol, by `msgspec.inspect`: names as on the wire, defaults, which are
lists; sentences and tables of zones from the rows that the other clients use. Texts in other languages come
from their catalogues. A test fails when a file is not what this makes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
from babel.messages import pofile
from msgspec import inspect

from facedown_client.board import choices, placing
from facedown_client.bot.levels import DEFAULT_LEVEL, LEVELS
from facedown_client.model.words import phases, sentences
from facedown_client.terminal import table_words
from facedown_server.network.pages.pages import STAGES
from facedown_shared.cards.facts import EXTRA_DECK_KINDS, every_game, other_artworks
from facedown_shared.decks import card_search
from facedown_shared.decks.deck_parsing import KIND_HEADINGS, PART_HEADINGS, PARTS
from facedown_shared.decks.decks import (
    ABOUT,
    TITLE,
    core_decks,
    more_decks,
    more_decks_for,
    ready_decks,
    ready_decks_for,
    to_ydk,
)
from facedown_shared.manual.games import terms_of
from facedown_shared.protocol import fairness, messages
from facedown_shared.protocol.asking import MODES
from facedown_shared.protocol.brief_events import NUMBERED, WORDS
from facedown_shared.replay import rows as replay_rows
from facedown_shared.tables import TABLES, WAYS_OF_PLAY, Side, VisibleCard, formats, lessons
from facedown_shared.tables.diff import KINDS_ASKED
from facedown_shared.text import effects, english, glossary, languages, rulebook
from facedown_shared.text.language import ENGLISH
from facedown_shared.text.printed_words import PRINTED
from facedown_shared.text.translated_cards import NAME, TEXT

ROOT = Path(__file__).parents[1]
MADE = ROOT / "client" / "browser" / "src" / "generated"
SERVED = ROOT / "server" / "facedown_server" / "network" / "pages" / "web" / "browser"
LANGUAGES = ROOT / "shared" / "facedown_shared" / "data" / "languages"
NOTE = "// Written by `python -m tools.browser` from the Python sources: change those.\n"
SHAPED = """\
/** The values that a field accepts: 0 for any; "text", "bool", "bytes", "null", "int" or "float"; a struct by
 * its name; numbers and lengths within limits; texts like a pattern, or one of some; lists (with the greatest
 * length, if there is one), tuples; maps by the types of their keys and values; one of several. */
export type Shape = string | 0 | readonly [
  "range" | "bytes" | "like" | "one_of" | "list" | "map" | "tuple" | "either", ...unknown[],
];
/** A field: name, name on the wire (0: the same), what it accepts, what it is where it is left out. */
type Field = readonly [string, string | 0, Shape, unknown?];
/** Of each struct: whether it is a list (1; 2 for one that never grows), and its fields. */
export const SHAPES: Readonly<Record<string, readonly [0 | 1 | 2, readonly Field[]]>> = """

SEARCH_TERMS = """\
/** Criteria of a search for a game's cards; `kinds` with their titles, `number` as it is called. */
export interface SearchTerms {
  readonly kinds: readonly (readonly [title: string, kind: string])[];
  readonly marks: readonly string[];
  readonly number: string;
  readonly most: number;
  readonly attack: string;
  readonly defense: string;
  readonly general: boolean;
  readonly races: readonly string[];
  readonly summons: readonly string[];
  readonly properties: readonly string[];
}

/** What decks of a format are: the number of its search terms, the names of their parts, the opening hand,
 * and whether the first player draws. */
export interface DeckFormat {
  readonly game: number;
  readonly parts: readonly [main: string, extra: string, side: string];
  readonly hand: number;
  readonly draws: boolean;
}
"""

PAGE_SOURCES = ("client/browser/", "shared/facedown_shared/manual/")
"""Where the texts of the page come from: menus are the server's, their titles in English."""

Shape = str | int | list[Any]


class Types:
    """The TypeScript of structs, and how each is decoded; every struct once, those it holds before it."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}
        self.shapes: dict[str, list[Any]] = {}

    def add(self, struct: type[msgspec.Struct], *, sent: bool = False) -> None:
        """Add a struct and all that it holds. `sent`: by a client, which leaves out defaults."""
        self._struct(inspect.type_info(struct), sent=sent)

    def _struct(self, info: Any, *, sent: bool) -> str:
        name = "Place" if isinstance(info, inspect.NamedTupleType) else info.cls.__name__
        if name in self.interfaces:
            return str(name)
        self.interfaces[name] = ""  # it may hold itself
        tag = getattr(info, "tag", None)
        rows = [f'  readonly m: "{tag}";'] if tag else []
        read = []
        for field in info.fields:
            usual = None if field.required else _default_value(field)
            mark = "?" if sent and not field.required else ""
            rows.append(f"  readonly {field.name}{mark}: {self._type(field.type, sent=sent)};")
            key = 0 if field.encode_name == field.name else field.encode_name
            row = [field.name, key, self._shape(field.type)]
            read.append(row if field.required else [*row, usual])
        doc = (info.cls.__doc__ or "").strip().partition("\n\n")[0].replace("\n   ", "\n *")
        self.interfaces[name] = f"/** {doc} */\nexport interface {name} {{\n" + "\n".join(rows) + "\n}\n"
        if not sent:
            is_list = 2 if isinstance(info, inspect.NamedTupleType) else int(info.array_like)
            self.shapes[name] = [is_list, read]
        elif any(field.name != field.encode_name for field in info.fields):
            raise ValueError(f"{name}: a client writes its fields by their own names")
        return str(name)

    def _type(self, info: Any, *, sent: bool) -> str:
        match info:
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.BoolType():
                return "boolean"
            case inspect.BytesType():
                return "Uint8Array"
            case inspect.NoneType():
                return "null"
            case inspect.EnumType(cls):
                return " | ".join(json.dumps(each.value) for each in cls)
            case inspect.LiteralType(values):
                return " | ".join(map(json.dumps, values))
            case inspect.VarTupleType(item) | inspect.ListType(item) | inspect.CollectionType(item):
                return f"readonly ({self._type(item, sent=sent)})[]"
            case inspect.TupleType(items):
                return f"readonly [{', '.join(self._type(item, sent=sent) for item in items)}]"
            case inspect.DictType(key, value):
                kind = self._type(key, sent=sent)
                return f"Readonly<Record<{kind}, {self._type(value, sent=sent)}>>"
            case inspect.UnionType(kinds):
                return " | ".join(dict.fromkeys(self._type(kind, sent=sent) for kind in kinds))
            case inspect.StructType() | inspect.NamedTupleType():
                return self._struct(info, sent=sent)
            case inspect.AnyType():
                return "unknown"
        raise TypeError(f"no TypeScript for {info}")

    def _shape(self, info: Any) -> Shape:
        """Return what a field of this type accepts, in the notation of `Shape` in the file."""
        match info:
            case inspect.StructType() | inspect.NamedTupleType():
                return self._struct(info, sent=False)
            case inspect.VarTupleType(item, _, most) | inspect.ListType(item, _, most):
                return ["list", self._shape(item), *([] if most is None else [most])]
            case inspect.TupleType(items):
                return ["tuple", *map(self._shape, items)]
            case inspect.DictType(key, value):
                return ["map", self._shape(key), self._shape(value)]
            case inspect.UnionType(kinds):
                return ["either", *map(self._shape, kinds)]
            case inspect.EnumType(cls):
                return ["one_of", *(each.value for each in cls)]
            case inspect.StrType(_, None, str(pattern)):
                return ["like", pattern.replace(r"\Z", "$")]
            case inspect.StrType(_, int(most), None):
                return ["like", f"^[^]{{0,{most}}}$"]
            case inspect.IntType(_, None, _, None):
                return "int"
            case inspect.IntType(_, int(least), _, int(most)):
                return ["range", "int", least, most]
            case inspect.FloatType(_, least, _, most) if least is not None and most is not None:
                return ["range", "float", least, most]
            case inspect.BytesType(_, int(most)):
                return ["bytes", info.min_length or 0, most]
            case inspect.StrType(_, None, None) | inspect.BoolType() | inspect.BytesType(_, None):
                return {"Str": "text", "Bool": "bool", "Bytes": "bytes"}[type(info).__name__[:-4]]
            case inspect.NoneType():
                return "null"
            case inspect.AnyType():
                return 0
        raise TypeError(f"the page cannot check {info}")


def _default_value(field: Any) -> Any:
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    if isinstance(value, msgspec.Struct):
        return {each: getattr(value, each) for each in value.__struct_fields__}
    return [list(one) for one in value] if isinstance(value, tuple) and b"" in value else value


def wire() -> str:
    """Return src/generated/wire.ts: every message and part of one, and how a server's are decoded."""
    types = Types()
    named = get_args(messages.Named)
    gestures = set(get_args(messages.AnyGesture))
    asked = [kind for kind in get_args(messages.FromClient) if kind not in gestures]
    for kind in named:
        types.add(kind)
    types.add(messages.Update)
    for kind in asked:
        types.add(kind, sent=True)
    names = {inspect.type_info(kind).tag: kind.__name__ for kind in named}  # type: ignore[attr-defined]
    parts = [
        NOTE,
        *types.interfaces.values(),
        f"export type Named = {_union(named)};\n",
        f"export type FromClient = {_union(asked)};\n",
        _constant("PROTOCOL", messages.PROTOCOL_VERSION),
        _constant("SUBPROTOCOL", messages.SUBPROTOCOL),
        _constant("WAYS_OF_PLAY", WAYS_OF_PLAY),
        _constant("TAGS", names),
        SHAPED + _lines(types.shapes) + ";\n",
    ]
    return "\n".join(parts)


def tables() -> str:
    """Return src/generated/tables.ts: zones, numbers of words and kinds, as both ends count them."""
    zones = {
        name: [
            [zone.name, zone.title, zone.side is Side.SHARED, zone.slots, sorted(zone.tags)]
            for zone in table.zones.values()
        ]
        for name, table in TABLES.items()
    }  # fmt: skip
    kind = "readonly (readonly [string, string, boolean, number | null, readonly string[]])[]"
    return "\n".join([
        NOTE,
        "/** Of each table its zones: name, title, whether shared, slots (null: a pile), tags. */",
        f"export const ZONES: Readonly<Record<string, {kind}>> = {_lines(zones)};\n",
        _constant("SEEN", list(VisibleCard.__struct_fields__)),
        _constant("KINDS_ASKED", list(KINDS_ASKED)),
        _constant("EVENT_KINDS", list(NUMBERED)),
        _constant("EVENT_WORDS", list(WORDS)),
        _constant("MODES", list(MODES)),
        _constant("COLUMN_WORDS", list(placing.COLUMN_WORDS)),
        _constant("EXTRA_ZONE_WORDS", list(placing.EXTRA_ZONE_WORDS)),
        _constant("LEADING", list(choices.LEADING)),
        _constant("LOOSE", sorted(choices.LOOSE)),
        _constant("ONE_BY_ONE", sorted(choices.ONE_BY_ONE)),
        _constant("ORDERING", sorted(choices.ORDERING)),
        _constant("AT_ONCE", sorted(choices.IMMEDIATE_VERBS)),
        _constant("SEAT_PURPOSES", list(fairness.SEAT_PURPOSES)),
    ])  # fmt: skip


def rows() -> str:
    """Return src/generated/rows.ts: the rows of a replay, and the limits within which one is parsed."""
    kinds = [
        getattr(replay_rows, f"{name}Row" if name != "Head" else name)
        for name in ("Head", "Card", "Link", "Lasting", "Event", "Facts", "Board", "Change", "Throws")
    ]
    fields = {
        kind.__name__: [
            [name, key, *([] if required or usual is msgspec.UNSET else [_typescript_default(usual)])]
            for name, key, required, usual in _fields(kind)
        ]
        for kind in kinds
    }
    bounds = (
        "REPLAY_FORMAT_VERSION",
        "MAX_FILE_BYTES",
        "MAX_HEAD_BYTES",
        "MAX_UNPACKED_BYTES",
        "MAX_RECORD_BYTES",
        "MAX_RECORDS",
        "MAX_ROWS",
        "MAX_DEPTH",
        "MAX_EVENTS",
        "MAX_WORK",
        "MAX_CARD_NAME_LETTERS",
        "MAX_CARD_TEXT_LETTERS",
    )
    return "\n".join([
        NOTE,
        "/** A field of a row: its name, its name in a file, and what it is where it is left out. */",
        "export type Field = readonly [name: string, key: string, usual?: unknown];",
        f"export type RowName = {' | '.join(map(json.dumps, fields))};",
        f"export const ROWS: Readonly<Record<RowName, readonly Field[]>> = {_lines(fields)};\n",
        _constant("MAGIC", replay_rows.MAGIC.decode()),
        *(_constant(name, getattr(replay_rows, name)) for name in bounds),
    ])  # fmt: skip


def _fields(kind: type[msgspec.Struct]) -> Iterator[tuple[str, str, bool, Any]]:
    """Return of each field its name, its name in a file, whether it is required, its default."""
    for field in msgspec.structs.fields(kind):
        usual = field.default
        if usual is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
            usual = field.default_factory()
        yield field.name, field.encode_name, field.required, usual


def _typescript_default(usual: Any) -> Any:
    """Return a default as TypeScript; bytes are written as hexadecimal digits."""
    if isinstance(usual, tuple | list):
        return [_typescript_default(each) for each in usual]
    return usual.hex() if isinstance(usual, bytes) else usual


def sentence_tables() -> dict[str, dict[str, str]]:
    """Return the sentences that the other clients show, by their subject."""
    return {
        "HAPPENINGS": sentences.HAPPENINGS, "ASKS": sentences.ASKS, "ASKED": sentences.ASKED,
        "PHASES": sentences.PHASES, "VERBS": sentences.VERBS, "POSITIONS": sentences.POSITIONS,
        "PROMPTS": sentences.PROMPTS, "SAID": sentences.SAID, "THIS_TURN": sentences.THIS_TURN,
        "OTHER_TURN": sentences.OTHER_TURN, "WAYS": sentences.WAYS, "WAITS": phases.WAITS,
        "PRINTED": PRINTED, "STAGES": {"gathering": table_words.STAGES["gathering"], **STAGES},
        "FORMATS": {name: row.title for name, row in formats.FORMATS.items()},
        "PARTS": {part: part for row in formats.FORMATS.values() for part in row.parts},
        "LIFE": {name: terms_of(name).life for name in TABLES},
    }  # fmt: skip


def speech(language: str = "") -> str:
    """Return a file of the texts of a language: a server's sentences, texts of ours, sentences by subject."""
    translate = _catalogue(language)
    rows = {
        "words": {name: translate(name, sentence) for name, sentence in english().items()},
        "texts": dict(_texts(language)) if language else {},
        "tables": sentence_tables(),
    }
    return _compact_json(rows)


def card_texts(language: str = "") -> str:
    """Return a file of the texts of cards and of ready decks in a language, by their English, and of what
    effects do.
    """
    translate = _catalogue(language)
    effect: dict[int, list[str]] = {}
    for (code, _), said in effects().items():
        effect.setdefault(int(str(code)), []).append(translate(None, said))
    texts: dict[str, str] = {}
    for context in (TEXT, ABOUT, TITLE) if language else ():
        texts |= dict(_translations(language, context))
    return _compact_json({"effects": effect, "texts": texts})


def glossary_rows(language: str = "") -> str:
    """Return a file of the rules in a language: of each game its terms, as forms and explanation; the rules
    page, by sections, and its chart.
    """
    translate = _catalogue(language)
    games = {"yugioh": glossary.YUGIOH, "fab": glossary.FLESH_AND_BLOOD}
    rows = {
        game: [
            [translate(glossary.FORMS, forms), translate(glossary.MEANING, meaning)]
            for forms, meaning in glossary.english_rows(file).items()
        ]
        for game, file in games.items()
    }
    rules = [
        [
            translate(rulebook.SECTION, section.title),
            [translate(rulebook.RULE, one.text) for one in section.rules],
        ]
        for section in rulebook.english_sections()
    ]
    return _compact_json({**rows, "rules": rules, "chart": rulebook.CHART})


def lesson_rows(language: str = "") -> str:
    """Return a file of the lessons in a language: of each its name, title, file, and steps."""
    translate = _catalogue(language)
    rows = [
        {
            "name": lesson.name, "title": translate(lessons.TITLE, lesson.english), "file": lesson.file,
            "steps": [
                [translate(lessons.STEP, step.english), [list(goal) for goal in step.goals], list(step.marks)]
                for step in lesson.steps
            ],
        }
        for lesson in lessons.lessons()
    ]  # fmt: skip
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")) + "\n"


def _compact_json(rows: Mapping[str, Any]) -> str:
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")) + "\n"


def decks() -> str:
    """Return the ready decks, by a format's own name, and the names of the cards that come with the game: to
    choose a deck by and to side with.
    """
    ready = [
        {"name": row.name, "title": row.title, "about": row.about,
         **({"core": True} if row.name in core_decks() else {}),
         "formats": [row.format] if row.name in core_decks() else [
             name for name in formats.PLAYED if row.name in {**ready_decks_for(name), **more_decks_for(name)}
         ],
         "text": to_ydk(row.deck)}
        for row in (*ready_decks().values(), *more_decks().values(), *core_decks().values())
    ]  # fmt: skip
    pool = sorted(every_game(), key=lambda facts: facts.code)
    names = {facts.code: facts.name for facts in pool}
    names |= {code: names[original] for code, original in sorted(other_artworks().items())}
    extra = [code for code in names if set(every_game()[code].kinds) & EXTRA_DECK_KINDS]
    rows = {"ready": ready, "names": names, "extra": extra}
    return _compact_json(rows)


def headings() -> str:
    """Return src/generated/headings.ts: the headings within the text of a deck, by their letters."""
    parts = [[name for name, part in PART_HEADINGS.items() if part == number] for number in range(len(PARTS))]
    return "\n".join([
        NOTE, _constant("PART_HEADING_ROWS", parts), _constant("KIND_HEADING_ROWS", sorted(KIND_HEADINGS)),
    ])  # fmt: skip


def search_terms() -> str:
    """Return src/generated/search_terms.ts: the criteria of a search for cards, and what decks of each format
    are.
    """
    games = (card_search.YUGIOH, card_search.FLESH_AND_BLOOD)
    rows = [
        {"kinds": list(game.kinds.items()), "marks": game.marks, "number": game.number, "most": game.most,
         "attack": game.attack, "defense": game.defense, "general": bool(game.general), "races": game.races,
         "summons": game.summons, "properties": game.properties}
        for game in games
    ]  # fmt: skip
    played = {
        row.name: {"game": games.index(card_search.terms(row)), "parts": row.parts,
                   "hand": row.opening_hand, "draws": row.first_turn_draw}
        for row in map(formats.FORMATS.__getitem__, formats.DECK_FORMATS)
    }  # fmt: skip
    terms = f"export const SEARCH_TERMS: readonly SearchTerms[] = {json.dumps(rows)};\n"
    decks = f"export const DECK_FORMATS: Readonly<Record<string, DeckFormat>> = {json.dumps(played)};\n"
    return f"{NOTE}\n{SEARCH_TERMS}\n{terms}\n{decks}"


def levels() -> str:
    """Return src/generated/levels.ts: the levels of the bot: name, title, and a sentence."""
    rows = [[level.name, level.title, level.about] for level in LEVELS]
    return "\n".join([NOTE, _constant("DEFAULT_LEVEL", DEFAULT_LEVEL), _constant("LEVELS", rows)])


def language_names() -> str:
    """Return src/generated/languages.ts: every language by its code, with its own name."""
    return "\n".join([NOTE, _constant("LANGUAGES", languages())])


def _catalogue(language: str) -> Callable[[str | None, str], str]:
    """Return the function that translates a text with a context into a language."""
    if not language:
        return lambda context, text: text
    with (LANGUAGES / f"{language}.po").open("rb") as file:
        catalogue = pofile.read_po(file, locale=language)

    def translate_text(context: str | None, text: str) -> str:
        found = catalogue.get(text, context)
        return str(found.string or text) if found is not None and isinstance(found.string, str) else text

    return translate_text


def _texts(language: str) -> Iterator[tuple[str, str]]:
    """Return texts that the browser may show, by context and English, in order; not those of cards."""
    used = _used_texts()
    found: dict[str, str] = {}
    begun_with = {deck.title for deck in ready_decks().values()}
    for one, form, text in _catalogue_rows(language):
        ours = any(str(file).startswith(PAGE_SOURCES) for file, _ in one.locations)
        is_begun_with = one.context == TITLE and form in begun_with
        if (ours or one.context == NAME or is_begun_with or form in used) and one.context != TEXT:
            found[f"{one.context}\x04{form}" if one.context else form] = text
    yield from sorted(found.items())


def _translations(language: str, context: str) -> Iterator[tuple[str, str]]:
    """Return all texts of a context by their English, in order."""
    yield from sorted((form, text) for one, form, text in _catalogue_rows(language) if one.context == context)


def _catalogue_rows(language: str) -> Iterator[tuple[Any, str, str]]:
    """Return the entries of a catalogue that are translated, each with its English and its translation."""
    with (LANGUAGES / f"{language}.po").open("rb") as file:
        catalogue = pofile.read_po(file, locale=language)
    for one in catalogue:
        (form, *_plural), (said, *_more) = _forms(one.id), _forms(one.string)
        if form and said:
            yield one, form, said


def _forms(text: Iterable[str] | str | None) -> list[str]:
    return [text or ""] if isinstance(text, str) or text is None else list(text)


def _used_texts() -> frozenset[str]:
    """Return English texts in the tables made here."""
    rows = {text for table in sentence_tables().values() for text in table.values()}
    rows |= {text for level in LEVELS for text in (level.title, level.about)}
    return frozenset(rows | {zone.title for table in TABLES.values() for zone in table.zones.values()})


def _union(kinds: Iterable[Any]) -> str:
    return " | ".join(kind.__name__ for kind in kinds)


def _constant(name: str, value: object) -> str:
    end = "" if isinstance(value, str | int) else " as const"
    return f"export const {name} = {json.dumps(value, ensure_ascii=False)}{end};\n"


def _lines(rows: Mapping[str, Any]) -> str:
    """Return rows of a table, one a line."""
    body = "".join(
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)},\n" for key, value in rows.items()
    )
    return f"{{\n{body}}}"


def built_files() -> dict[Path, str]:
    """Return every file that is written, and its content."""
    files = {MADE / "wire.ts": wire(), MADE / "tables.ts": tables(), MADE / "rows.ts": rows()}
    files[MADE / "headings.ts"] = headings()
    files[MADE / "search_terms.ts"] = search_terms()
    files[MADE / "languages.ts"] = language_names()
    files[MADE / "levels.ts"] = levels()
    for language in ("", *(path.stem for path in sorted(LANGUAGES.glob("*.po")))):
        files[SERVED / f"{language or ENGLISH}.json"] = speech(language)
        files[SERVED / f"{language or ENGLISH}-cards.json"] = card_texts(language)
        files[SERVED / f"{language or ENGLISH}-glossary.json"] = glossary_rows(language)
        files[SERVED / f"{language or ENGLISH}-lessons.json"] = lesson_rows(language)
    files[SERVED / "decks.json"] = decks()
    return files


def main() -> None:
    """Write them."""
    for path, text in built_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path.relative_to(ROOT).as_posix()}: {len(text.encode())} bytes")


if __name__ == "__main__":
    main()
