"""Texts of the text client: a View as lines, a prompt as numbered options, and the parsing of typed answers.

Written to be heard as well as read: one fact a line, no drawings, cards always with their place and numbers.
Law: derived from a View; no pygame, no network.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

import msgspec

from facedown_client.model.words.lingering_effects import lasting_lines
from facedown_client.model.words.offered_cards import origin_words
from facedown_client.model.words.phrases import (
    Names,
    capital,
    card_words,
    event_line,
    is_you,
    join_list,
    name_words,
    option_words,
    phase_words,
    place_words,
    prompt_source,
    prompt_words,
    result_words,
)
from facedown_client.model.words.sentences import NUMBERED, SAID
from facedown_shared.cards.facts import Facts, every_game
from facedown_shared.manual.games import terms_of
from facedown_shared.protocol.messages import Answer, DeckReport, Option, Prompt
from facedown_shared.tables import (
    PUBLIC_CLASS_INDEX,
    SHARED_SEAT_INDEX,
    TABLES,
    Place,
    View,
    VisibleCard,
    Zone,
)
from facedown_shared.text import BadInput, Code, _, gettext_noop, ngettext, pgettext
from facedown_shared.text.printed_words import printed_word

PLAIN_VERBS = frozenset({"pass", "yes", "no", "done", "first", "second", "keep", "direct"})
"""Verbs of options without a card, which can be typed."""

__all__ = [
    "board",
    "event_line",
    "facts_lines",
    "parse_answer",
    "pick_by_word",
    "prompt_lines",
    "report_lines",
]


def board(view: View, names: Names) -> list[str]:
    """Return the whole board: the turn, the opponent's side, the shared zones, the player's own side, the
    Chain.
    """
    lines = [_headline(view, names)]
    near = view.viewer if view.viewer in (0, 1) else 0
    lines += _side(view, 1 - near, names)
    lines += _battle_lines(view, names)
    lines += _side(view, near, names)
    lines += chain_lines(view)
    lines += [f"  {_('Lasts: {what}.', what=line)}" for line in lasting_lines(view, names)]
    return lines


def _headline(view: View, names: Names) -> str:
    if view.result:
        return _("Over. {result}.", result=result_words(view.result, names))
    if view.turn_player not in (0, 1):
        return _("Before the first turn.")
    whose_turn = _("your turn") if is_you(view.turn_player, names) else names[view.turn_player]
    if not view.phase:  # with cards on paper, phases are not counted
        return _("Turn {number}, {whose}.", number=view.turn, whose=whose_turn)
    phase = phase_words(view.phase)
    return _("Turn {number}, {whose}, {phase}.", number=view.turn, whose=whose_turn, phase=phase)


def _side(view: View, seat: int, names: Names) -> list[str]:
    you = _(" (you)") if seat == view.viewer and not is_you(seat, names) else ""
    tallies = [
        f"{view.tallies[key]} {_tally_words(key, view)}" for key in view.tallies if key.startswith(f"{seat}:")
    ]
    numbers = _(", ").join(tallies) or _("no numbers yet")
    lines = [_("{who}: {numbers}.", who=capital(names[seat]) + you, numbers=numbers)]
    table = TABLES.get(view.table)
    for zone in table.zones.values() if table else ():
        if (pile := view.piles.get(Place(seat, zone.name).pile)) is not None:
            lines += _zone(view, seat, zone, pile.count, pile.handles)
    return lines


def _tally_words(key: str, view: View) -> str:
    name = key.partition(":")[2]
    if name == "life":
        return _(terms_of(view.table).life)
    word = name.replace("_", " ")
    return ngettext("{word} point", "{word} points", view.tallies[key], word=_(SAID.get(word, word)))


def _battle_lines(view: View, names: Names) -> list[str]:
    lines: list[str] = []
    table = TABLES.get(view.table)
    for zone in table.zones.values() if table else ():
        if (pile := view.piles.get(Place(SHARED_SEAT_INDEX, zone.name).pile)) is not None and pile.count:
            for slot, handle in enumerate(pile.handles):
                if handle:
                    place = place_words(Place(SHARED_SEAT_INDEX, zone.name, slot), view.table, names)
                    seat = view.cards[handle].controller if handle in view.cards else PUBLIC_CLASS_INDEX
                    owner = _("yours") if is_you(seat, names) else names[seat] if seat in (0, 1) else ""
                    said = {"place": capital(place), "owner": owner, "card": describe(handle, view)}
                    lines.append(_("  {place}, {owner}: {card}", **said))
    return lines


def _zone(view: View, seat: int, zone: Zone, count: int, handles: tuple[int, ...]) -> list[str]:
    if zone.slots is not None:
        return [
            _("  {place}: {cards}", place=_zone_with_number(zone, slot), cards=describe(handle, view))
            for slot, handle in enumerate(handles)
            if handle
        ]
    known = merge_repeated(describe(handle, view) for handle in handles if handle in view.cards)
    if not count:
        return [_("  {zone}: none", zone=_(zone.title))]
    if not known:
        return [_("  {place}: {cards}", place=_(zone.title), cards=count)]
    return [_("  {place}: {count}: {cards}", place=_(zone.title), count=count, cards=_("; ").join(known))]


def _zone_with_number(zone: Zone, slot: int) -> str:
    return _(zone.title) + (f" {slot + 1}" if zone.slots is not None and zone.slots > 1 else "")


def describe(handle: int, view: View) -> str:
    """Return one card with all its current values."""
    seen = view.cards.get(handle)
    if seen is None:
        return _("a card")
    parts = [card_words(handle, view)]
    if seen.code and not seen.face_up and view.place_of(handle) is not None and _is_on_field(handle, view):
        parts.append(_("face-down"))
    if seen.attack is not None or seen.defense is not None:
        defends = seen.defense_position
        parts.append(pgettext("position", "Defense") if defends else pgettext("position", "Attack"))
        parts.append(_numbers(seen, view))
    elif seen.defense_position:
        parts.append(pgettext("position", "Defense"))
    parts += _card_details(seen, view)
    return _(", ").join(parts)


def _is_on_field(handle: int, view: View) -> bool:
    place = view.place_of(handle)
    zone = TABLES[view.table].zones.get(place.zone) if place and view.table in TABLES else None
    return zone is not None and zone.slots is not None


def _numbers(seen: VisibleCard, view: View) -> str:
    called = terms_of(view.table)
    rows = (
        (called.attack, seen.attack), (called.defense, seen.defense), (gettext_noop("Level"),
        seen.level or None),
        (gettext_noop("Rank"), seen.rank or None), (gettext_noop("Link"), seen.link or None),
    )  # fmt: skip
    return " ".join(f"{_(title)} {value}" for title, value in rows if value is not None)


def _card_details(seen: VisibleCard, view: View) -> list[str]:
    parts = [counter_words(name, amount) for name, amount in seen.counters.items()]
    beneath = join_list([card_words(handle, view) for handle in seen.materials])
    rows = (
        (seen.materials, _("materials: {cards}", cards=beneath)),
        (seen.equipped_to, _("equipped to {card}", card=card_words(seen.equipped_to, view))),
        (seen.scale is not None, _("scale {scale}", scale=seen.scale)),
        (seen.negated, _("negated")),
    )
    return [*parts, *(words for holds, words in rows if holds)]


def counter_words(name: str, count: int) -> str:
    """Return counters in words: "2 spell counters"; "2 counters 0x1015" if the kind has only a number."""
    if NUMBERED.fullmatch(name):
        return ngettext("{count} counter 0x{name}", "{count} counters 0x{name}", count, name=name)
    return ngettext("{count} {name} counter", "{count} {name} counters", count, name=_(SAID.get(name, name)))


def chain_lines(view: View) -> list[str]:
    """Return the Chain as lines, first link first; it resolves from the last."""
    lines = []
    for number, link in enumerate(view.chain, 1):
        name = name_words(link.code, view) or _("a card")
        targets = [card_words(handle, view) for handle in link.targets if handle]
        aim = _(", targeting {cards}", cards=join_list(targets)) if targets else ""
        aim += _(", negated") if link.negated else ""
        lines.append(_("  Chain Link {number}: {card}{more}", number=number, card=name, more=aim))
    return lines


def facts_lines(facts: Facts) -> list[str]:
    """Return everything printed on a card, as lines."""
    kinds = " ".join(printed_word(kind).lower() for kind in facts.kinds).capitalize()
    lines = [_("{name}. {kinds}.", name=facts.name, kinds=kinds)]
    if facts.is_monster:
        ratings = (
            (gettext_noop("Level"), facts.level),
            (gettext_noop("Rank"), facts.rank),
            (gettext_noop("Link"), facts.link),
        )
        stars = next(
            (f"{_(word)} {value}" for word, value in ratings if value), _("Level {number}", number=0)
        )
        attack = "?" if facts.attack is not None and facts.attack < 0 else facts.attack
        defense = "?" if facts.defense is not None and facts.defense < 0 else facts.defense
        numbers = f"{_('ATK')} {attack}" + (f" {_('DEF')} {defense}" if defense is not None else "")
        what = " ".join(printed_word(word) for word in (facts.attribute, facts.race) if word)
        lines.append(_("{what}, {stars}, {numbers}.", what=what, stars=stars, numbers=numbers))
    elif printed := list(_printed_numbers(facts)):
        lines.append(_("{text}.", text=_(", ").join(printed)).capitalize())
    lines += [text for text in (facts.text, facts.pendulum_text) if text]
    return lines


def _printed_numbers(facts: Facts) -> Iterator[str]:
    """Return the printed numbers of a card that is no monster, each with its name."""
    for name, value in (*facts.extra.items(), ("power", facts.attack), ("defense", facts.defense)):
        if isinstance(value, int):
            yield f"{printed_word(name)} {value}".lower()


def prompt_lines(prompt: Prompt, view: View | None, names: Names) -> list[str]:
    """Return the question and its numbered options, and how to answer."""
    lines = [prompt_words(prompt, view), *_source_lines(prompt, view)]
    lines += [f"  {number}. {text}" for number, text in enumerate(option_lines(prompt, view, names), 1)]
    lines.append(f"  {_how_to_answer(prompt)}")
    return lines


def _source_lines(prompt: Prompt, view: View | None) -> list[str]:
    """Return the text of the card behind a prompt that asks whether to use an effect, or which."""
    source = prompt_source(prompt, view)
    asks = {option.verb for option in prompt.options} <= {"yes", "no", "word"}
    if source is None or not asks:
        return []
    return [f"  {text}" for text in (source.text, source.pendulum_text) if text]


def option_lines(prompt: Prompt, view: View | None, names: Names) -> list[str]:
    """Return every option in words. Of two options with equal cards, each names the card's place."""
    words = [option_words(_as_attack_target(option, prompt), view, names) for option in prompt.options]
    twice = {text for text, count in Counter(words).items() if count > 1}
    for index, option in enumerate(prompt.options):
        if view is not None and option.card and (words[index] in twice or prompt.kind == "choice"):
            origin = origin_words(option.card, view, names)
            if origin and option.place is None:
                words[index] += f" ({origin})"
        if view is not None and prompt.kind != "choice" and len(option.targets) == 1:
            words[index] += f" ({_sole_target(option.targets[0], view)})"
    return words


def _sole_target(target: int, view: View) -> str:
    """Return an attack's only possible target in words; 0 is a direct attack."""
    return _("at {card}", card=card_words(target, view)) if target else _("directly")


def _as_attack_target(option: Option, prompt: Prompt) -> Option:
    """Return an option as text needs it: in a prompt for a target, its monster is attacked and does not
    attack.
    """
    if option.verb == "attack" and prompt.kind == "choice":
        return msgspec.structs.replace(option, verb="attacked")
    return option


def _how_to_answer(prompt: Prompt) -> str:
    back = _(", or b to go back") if prompt.back else ""
    if prompt.declare:
        return _("Type search and a part of the name: search dark magician.")
    if (prompt.least, prompt.most) == (1, 1):
        return _("Type a number{back}.", back=back)
    if prompt.least == prompt.most:
        return _("Type {count} numbers{back}.", count=prompt.least, back=back)
    nothing = _(", 0 for none") if prompt.least == 0 else ""
    usual = " ".join(str(index + 1) for index in prompt.usual)
    most = _("; suggested: {usual}", usual=usual) if usual else ""
    return _(
        "Type {least} to {most} numbers{more}.",
        least=prompt.least,
        most=prompt.most,
        more=nothing + back + most,
    )


def parse_answer(typed: str, prompt: Prompt) -> Answer:
    """Return the Answer to a typed "2", "1 3", "0" or "b".

    Raises BadInput, with the expected form, for any other text.
    """
    words = typed.replace(",", " ").split()
    if words in (["b"], ["back"]):
        if not prompt.back:
            raise BadInput(Code.NOT_OFFERED, _("There is no choice to undo."))
        return Answer(prompt.ask, back=True)
    if not all(word.isdecimal() for word in words):
        raise BadInput(Code.NOT_OFFERED, _("That is not a number. {how}", how=_how_to_answer(prompt)))
    numbers = [int(word) for word in words if int(word)]
    if any(number > len(prompt.options) for number in numbers):
        raise BadInput(Code.NOT_OFFERED, _("There are only {count} options.", count=len(prompt.options)))
    if len(set(numbers)) != len(numbers) or not prompt.least <= len(numbers) <= prompt.most:
        raise BadInput(Code.NOT_OFFERED, _how_to_answer(prompt))
    return Answer(prompt.ask, tuple(number - 1 for number in numbers))


def pick_by_word(typed: str, prompt: Prompt) -> Answer | None:
    """Return the Answer to "pass", "yes", "done" or "battle" if exactly one option has that word."""
    word = "".join(typed.casefold().split())
    if (prompt.least, prompt.most) != (1, 1):
        return None
    found = [index for index, option in enumerate(prompt.options) if word in _picking_words(option)]
    return Answer(prompt.ask, (found[0],)) if len(found) == 1 else None


def _picking_words(option: Option) -> tuple[str, ...]:
    """Return the words that pick an option without its number."""
    if option.verb == "phase":
        return option.text, phase_words(option.text).casefold().replace(" ", "")
    return (option.verb,) if option.verb in PLAIN_VERBS else ()


def report_lines(
    report: DeckReport, mode: str = "rules", printed: Callable[[int], Facts | None] | None = None
) -> list[str]:
    """Return a server's report on a deck: what was left out, whether it may be played, its coverage by rules.

    `printed` returns the known facts of a card.
    """
    verdict = _("The deck may be played.") if report.legal else _("This deck may not be played:")
    if report.legal and report.reasons:
        verdict = _("The deck may be played here solo, not at a table with others:")
    printed = printed or every_game().get
    notes = [note.text(printed) for note in report.notes]
    lines = [*notes, verdict, *(f"  {reason.text(printed)}" for reason in report.reasons)]
    by_hand = report.total - report.scripted
    counts = {"count": report.scripted, "total": report.total, "others": by_hand}
    if mode == "core" and not report.legal:
        pass
    elif mode == "core":
        lines.append(_("  All {count} cards play by EDOPro's core.", count=report.total))
    elif report.unscripted and mode == "rules":
        lines.append(_("  {count} of {total} play by rules; {others} only by hand.", **counts))
        lines.append(_("  Without effect here are: {cards}.", cards=join_list(list(report.unscripted))))
        lines.append(_("  Play half and half, a free table, or a ready deck."))
    elif report.unscripted and mode == "half":
        lines.append(_("  {count} of {total} play by rules; {others} by hand:", **counts))
        lines.append(_("  {text}.", text=join_list(list(report.unscripted))))
    elif report.total and not report.unscripted:
        lines.append(_("  All {count} cards play by rules.", count=report.total))
    if report.point_cap is not None:
        lines.append(_("  It costs {points} of {cap} points.", points=report.points, cap=report.point_cap))
    if report.unknown:
        unknown = join_list([str(code) for code in report.unknown])
        lines.append(_("  Unknown cards: {codes}.", codes=unknown))
    return lines


def merge_repeated(lines: Iterable[str]) -> list[str]:
    """Return lines with repeated ones merged into one with a count."""
    return [
        line if count == 1 else f"{line} (×{count})"
        for line, count in ((line, len(list(same))) for line, same in groupby(lines))
    ]
