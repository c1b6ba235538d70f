"""Setup of referees: duels by the rules or by hand, free tables and puzzles, with undo where it is allowed.

Only this module knows all referees. Rooms receive its functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from facedown_server.games.duel.engine import DuelReferee, start_duel
from facedown_server.games.manual.tables import free_table
from facedown_server.games.manual.yugioh.half.referee import HalfDuelReferee
from facedown_server.games.scenarios import files
from facedown_server.games.scenarios.board import coin_and_die_results, starting_position
from facedown_server.games.scenarios.files import Scenario
from facedown_server.refereeing.referee import Frame, Referee
from facedown_server.refereeing.undo import saved_lines
from facedown_server.refereeing.undo.history import Rewinder
from facedown_server.refereeing.undo.saved_lines import SavedLine
from facedown_server.table import FixedStreams, RandomStreams, Setup
from facedown_shared.cards.facts import Pool
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.manual.games import GAMES
from facedown_shared.protocol.provided_facts import placeholder, valid_facts
from facedown_shared.tables import FORMATS
from facedown_shared.text import BadInput, Code, bounded_parsing, explain_error, words

if TYPE_CHECKING:
    from facedown_server.games.edopro.core_registry import OfferedCore


class Puzzle(DuelReferee):
    """Referee of a duel that starts from a scenario's position, without shuffles or opening hands."""

    def __init__(self, scenario: Scenario, pool: Pool) -> None:
        super().__init__(FORMATS[scenario.ruleset], pool)
        self._scenario = scenario

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Set up the position; yield the frames up to the first prompt."""
        yield from start_duel(
            self, starting_position(self._scenario), FixedStreams(coin_and_die_results(self._scenario))
        )


def make_referee(setup: Setup, pool: Pool, core: OfferedCore | None = None) -> Referee:
    """Return a new referee for one duel, with undo if it is played alone or on a free table.

    Raises CoreUnavailable if the duel needs a core that this server does not have.
    """
    if setup.mode == "core" and core is None:
        from facedown_server.games.edopro.core_registry import CoreUnavailable

        raise CoreUnavailable("this server has no engine of the field")
    make = _maker(setup, pool) if core is None or setup.mode != "core" else _core_maker(setup, pool, core)
    return Rewinder(make, alone=setup.alone) if setup.can_undo else make()


def _maker(setup: Setup, pool: Pool) -> Callable[[], Referee]:
    rules = FORMATS[setup.format]
    scenario = saved_lines.parse_line(setup.line).scenario if setup.line else ""
    if scenario:
        laid = files.parse(scenario.encode(), pool)
        return lambda: Puzzle(laid, pool)
    if setup.mode == "free":
        return lambda: free_table(rules, pool, alone=setup.alone)
    if setup.mode == "half":
        return lambda: HalfDuelReferee(rules, pool, alone=setup.alone)
    return lambda: DuelReferee(rules, pool)


def _core_maker(setup: Setup, pool: Pool, core: OfferedCore) -> Callable[[], Referee]:
    scenario = saved_lines.parse_line(setup.line).scenario if setup.line else ""
    return core.referees(
        setup, pool, starting_position(files.parse(scenario.encode(), pool)) if scenario else None
    )


def open_file(text: str, pool: Pool) -> Setup:
    """Return the setup in a file (see `read_file`) after running it to its end, by our own rules or by hand.

    Raises BadInput if the file is invalid.
    """
    setup = read_file(text, pool)
    for _ in make_referee(setup, pool).start(setup, RandomStreams(bytes(32))):
        pass
    return setup


def read_file(
    text: str, pool: Pool, puzzle_mode: str = "rules", *, core: OfferedCore | None = None
) -> Setup:  # fmt: skip
    """Parse a saved line (.duel), or a scenario as a puzzle; return its setup. Does not run its steps.

    `puzzle_mode`: "core" plays a scenario by EDOPro's core, any other mode by the rules.

    Raises BadInput if the file is invalid, or needs a core that this server does not have.
    """
    is_scenario = text.lstrip().startswith("{")
    line = _puzzle(text, pool, puzzle_mode) if is_scenario else saved_lines.parse_line(text)
    if line.format not in FORMATS:
        raise BadInput(Code.BAD_FILE, words("no_such_format_in_line", line.format))
    if line.mode != "rules" and FORMATS[line.format].table not in GAMES:
        raise BadInput(Code.BAD_FILE, words("format_not_by_hand", line.format))
    if line.scenario:
        _scenario(line.scenario, pool)
    one, other = (decks.parse_to_deck(deck, pool) if deck else Deck() for deck in line.decks)
    if line.mode != "free" and not (line.scenario or (one.main and other.main)):
        raise BadInput(Code.BAD_DECK, words("line_needs_two_decks"))
    strangers = {code for deck in (one, other) for code in deck.cards if code not in pool}
    facts = {row.code: valid_facts(row, pool) for row in saved_lines.provided_facts(line)}
    unknown = tuple(facts.get(code) or placeholder(code) for code in sorted(strangers))
    return Setup(
        core=_core_of_line(line, (*one.cards, *other.cards), core),
        facts=(unknown, unknown), format=line.format, decks=(one, other),
        first=line.first, names=line.names, hands=line.hands,
        mode=line.mode, alone=True, line=saved_lines.format_line(line), announces=line.announces,
        life=line.life,
    )  # fmt: skip


def _core_of_line(line: SavedLine, codes: Iterable[int], core: OfferedCore | None) -> str:
    """Return the digest of the core that a line is played by: the one that it was made with if this server
    still has it, else the one that is offered; "" for other modes.

    Raises BadInput if the line cannot be played by it.
    """
    if line.mode != "core":
        return ""
    if core is None or not core.plays((), line.format):
        raise BadInput(Code.BAD_FILE, words("core_not_here"))
    if line.core in core.earlier:
        return line.core
    if not core.plays(codes, line.format):
        raise BadInput(Code.BAD_FILE, words("line_core_knows_not"))
    return core.digest


def _puzzle(text: str, pool: Pool, mode: str) -> SavedLine:
    scenario = _scenario(text, pool)
    try:
        compact = msgspec.json.encode(bounded_parsing.json(text, object)).decode()
    except (
        msgspec.MsgspecError,
        ValueError,
    ) as error:  # in a part of the text that scenarios ignore
        raise BadInput(Code.BAD_FILE, words("no_scenario", explain_error(error))) from error
    return SavedLine(
        mode="core" if mode == "core" else "rules",
        format=scenario.ruleset,
        first=scenario.first,
        scenario=compact,
    )


def _scenario(text: str, pool: Pool) -> Scenario:
    try:
        return files.parse(text.encode(), pool)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadInput(Code.BAD_FILE, words("no_scenario", explain_error(error))) from error
