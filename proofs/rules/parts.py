"""The parts of a card's script, and a library in which each part records that it was carried out.

A part is an effect, a way to be Summoned, a continuous rule, or what follows by rule. Counting parts shows
that not only the card but each thing it does was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from facedown_server.games.duel.core import CardScript, Fx

Part = tuple[str, str]
"""The name of a card, and its action."""

Tell = Callable[[Part], None]


def parts(script: CardScript) -> Iterator[Part]:
    """Return every observable part of a card's script; of a card without any, its arrival."""
    words = [
        *(f"effect {number}" for number, _ in enumerate(script.effects)),
        *(f"summon {number}" for number, _ in enumerate(script.procedures)),
        *(f"saves {number}" for number, _ in enumerate(script.destruction_replacements)),
        *(f"reacts {number}" for number, _ in enumerate(script.reactions)),
        *(word for word in ("leaves", "tied_destroyed", "maintenance", "wins") if getattr(script, word)),
        *dict.fromkeys(one.rule.name.lower() for one in script.continuous),
    ]
    for word in words or ["arrives"]:
        yield script.name, word


def record_parts(scripts: Mapping[int, CardScript], tell: Tell) -> Mapping[int, CardScript]:
    """Return the same scripts; each body records its part whenever it begins."""
    return {code: _record_script(script, tell) for code, script in scripts.items()}


def _record_script(script: CardScript, tell: Tell) -> CardScript:
    def record_if_present(body: Callable[..., Any] | None, word: str) -> Any:
        return None if body is None else _record_body(body, (script.name, word), tell)

    return replace(
        script,
        effects=[
            replace(one, body=record_if_present(one.body, f"effect {number}"))
            for number, one in enumerate(script.effects)
        ],
        procedures=[
            replace(one, pay=record_if_present(one.pay, f"summon {number}"))
            for number, one in enumerate(script.procedures)
        ],
        destruction_replacements=[
            replace(one, body=record_if_present(one.body, f"saves {number}"))
            for number, one in enumerate(script.destruction_replacements)
        ],
        reactions=[
            replace(one, body=record_if_present(one.body, f"reacts {number}"))
            for number, one in enumerate(script.reactions)
        ],
        leaves=record_if_present(script.leaves, "leaves"),
        tied_destroyed=record_if_present(script.tied_destroyed, "tied_destroyed"),
        maintenance=record_if_present(script.maintenance, "maintenance"),
        wins=_record_victory(script, tell),
    )


def _record_body(body: Callable[..., Any], part: Part, tell: Tell) -> Callable[..., Any]:
    def note_part(*words: Any) -> Any:
        tell(part)
        return (yield from body(*words))

    return note_part


def _record_victory(script: CardScript, tell: Tell) -> Callable[[Fx], list[Any]] | None:
    if script.wins is None:
        return None
    wins = script.wins

    def watched_wins(fx: Fx) -> list[Any]:
        cards = list(wins(fx))
        if cards:
            tell((script.name, "wins"))
        return cards

    return watched_wins
