"""Planted leaks, one in each possible place: the proof of law 2 must notice every one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest
import structlog

from facedown_server.games.duel.core.effect import CardScript
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.manual.yugioh.half import referee
from facedown_server.games.manual.yugioh.half.scripts import deck_scripts
from facedown_server.network.crowd.guest import Guest
from facedown_server.network.pages import browser_assets
from facedown_server.refereeing.referee import Frame
from facedown_server.room import table_info
from facedown_server.room.broadcast.audience import Audience, Draft
from facedown_server.room.lobby import Lobby
from facedown_server.room.match.disclosure import Disclosure
from facedown_server.room.match.fair_throws import FairThrows
from facedown_server.room.match.runner import MatchRunner
from facedown_server.room.people.handover_state import TableHandover
from facedown_server.room.requests import line_requests
from facedown_server.room.requests.line_requests import LineRequests
from facedown_server.room.room import Room
from facedown_server.storage.store import ChatLine
from facedown_server.table import ops, sight
from facedown_server.table.ops import moving, telling, writing
from facedown_server.table.state import Card, State
from facedown_shared.cards.facts import Pool
from facedown_shared.manual.menu_rows import menu_rows
from facedown_shared.protocol.hand_menu import GetMenu, MenuRow
from facedown_shared.protocol.messages import Update, Whole
from facedown_shared.tables.diff import Patch
from facedown_shared.tables.view import Pile, View
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, Place, Seat
from facedown_shared.text.errors import Illegal
from facedown_shared.text.words import Words, words
from proofs.secrecy.proof import check_numbered_duel
from proofs.secrecy.run_settings import Way
from tests.laws.leaks import LEAKS, Patcher, leak

SEEDS = (1, 3)
ACTS_COUNT = 40
MAX_DUELS = 12
"""Duels of each seed within which a leak must show."""

SOONEST: dict[str, tuple[int, int]] = {
    "prompt_options": (1, 1), "hand_order": (1, 5), "late_view": (1, 3), "error_text": (1, 6),
    "link_page": (1, 1), "save_file": (1, 4), "private_objects": (1, 2), "absent_window": (1, 4),
    "window_after_a_restart": (1, 4), "printed_of_a_prompt_for_all": (3, 14),
}  # fmt: skip
"""Seed and number of the duel in which a leak was first noticed, if it was not the first: played before all
others to save time, or since none of those shows it (few look through a Deck).
"""

WAYS: dict[str, Way] = {"private_objects": "fab", "copies_of_a_card": "half", "menu_row": "free"}
"""Leaks that only show at tables that are not played by the rules."""


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_noticed(name: str, monkeypatch: Patcher) -> None:
    LEAKS[name](monkeypatch)
    way, first = WAYS.get(name, "rules"), SOONEST.get(name, (SEEDS[0], 0))
    every = [(seed, number) for seed in SEEDS for number in range(MAX_DUELS)]
    runs = [first, *(run for run in every if run != first)]
    noticed = any(
        check_numbered_duel(number, seed, ACTS_COUNT, explain=False, way=way).complaints
        for seed, number in runs
    )
    assert noticed, f"nobody noticed the leak: {name}"


def _spoil_takeover(patch: Patcher, spoil: Callable[[Room, State], None]) -> None:
    """Corrupt what is restored from a log."""
    honest = Room.restore

    async def restore(room: Room, chat: Sequence[ChatLine], carried: TableHandover | None = None) -> None:
        await honest(room, chat, carried)
        if room.lifecycle.runner is not None:
            spoil(room, room.lifecycle.running.match.state)

    patch.setattr(Room, "restore", restore)


def _name_the_top_card(room: Room, state: State) -> None:
    """The table's note names a card by the top of a Deck."""
    room.table.note = words("is_back", str(state.pile(0, "deck")[-1].code))


def _rename_the_hand(room: Room, state: State) -> None:
    """Give the cards of a hand new handles."""
    for card in state.pile(0, "hand"):
        card.handles = (card.handles[0] + 1000, *card.handles[1:])


@pytest.mark.parametrize(("spoil", "relays"), [(_name_the_top_card, 2), (_rename_the_hand, 0)])
def test_a_leak_after_a_takeover_is_noticed(
    spoil: Callable[[Room, State], None], relays: int, monkeypatch: Patcher
) -> None:
    _spoil_takeover(monkeypatch, spoil)
    runs = (
        check_numbered_duel(number, 8, 25, explain=False, nodes=3, relays=relays)
        for number in range(MAX_DUELS)
    )
    assert any(run.complaints for run in runs)


# --- what a View holds --------------------------------------------------------------------------------------


def _read_by_all(patch: Patcher, shown: Callable[[Card], bool]) -> None:
    """Let all viewers read the cards that are shown so."""
    honest = sight.readers
    patch.setattr(
        sight, "readers", lambda state, card: sight.ALL_CLASSES_MASK if shown(card) else honest(state, card)
    )


def _spoil_views(patch: Patcher, spoil: Callable[[State, View], View]) -> None:
    """Change every View, built or updated."""
    view, renewed = sight.view, sight.renew_view
    patch.setattr(sight, "view", lambda state, viewer: spoil(state, view(state, viewer)))

    def renew_spoilt(look: sight.Glance, old: View) -> View:
        new = spoil(look.state, renewed(look, old))
        look.changes.clear()  # what is spoilt is not among them
        return new

    patch.setattr(sight, "renew_view", renew_spoilt)


def _count_in_view(patch: Patcher, zone: str) -> None:
    """Put a number made of a zone's passcodes into every View."""

    def disclose(state: State, seen: View) -> View:
        codes = [card.code for card in state.cards if card.zone == zone]
        total = sum(place * code for place, code in enumerate(codes, 1))
        return msgspec.structs.replace(seen, tallies={**seen.tallies, "count": total % 97})

    _spoil_views(patch, disclose)


@leak
def hands_opened_by_one(patch: Patcher) -> None:
    """One request alone gets the replay with both hands, without the other player's agreement."""
    patch.setattr(Disclosure, "has_both", property(lambda told: True))


@leak
def hand_identity(patch: Patcher) -> None:
    """All viewers read every hand."""
    _read_by_all(patch, lambda card: card.zone == "hand")


@leak
def hand_slot(patch: Patcher) -> None:
    """A card that leaves a hand discloses its position in the hand."""
    honest = moving.move

    def disclose(state: State, card: Card, goal: Place, **words: Any) -> Any:
        if card.zone == "hand":
            words["word"] = f"{words.get('word', '')} {state.pile(card.owner, 'hand').index(card)}"
        return honest(state, card, goal, **words)

    patch.setattr(ops, "move", disclose)


@leak
def set_card_code(patch: Patcher) -> None:
    """All viewers read the face-down cards on the field."""
    _read_by_all(patch, lambda card: card.is_on_field and not card.face_up)


@leak
def private_objects(patch: Patcher) -> None:
    """All viewers read the face-down cards in an arsenal, among the banished cards and on the stack."""
    _read_by_all(patch, lambda card: not card.face_up and card.zone in ("arsenal", "banished", "stack"))


@leak
def copies_of_a_card(patch: Patcher) -> None:
    """A card that is carried out by hand offers its effects once for every copy in both Decks."""

    def disclose(pool: Pool, codes: Sequence[int]) -> dict[int, CardScript]:
        known = dict(deck_scripts(pool, codes))
        for code in set(codes):
            if (script := known.get(code)) and any(effect.by_hand for effect in script.effects):
                known[code] = replace(script, effects=[*script.effects] * codes.count(code))
        return known

    patch.setattr(referee, "deck_scripts", disclose)


@leak
def deck_order(patch: Patcher) -> None:
    """A digest of the Decks' order is in the View."""
    _count_in_view(patch, "deck")


@leak
def extra_deck(patch: Patcher) -> None:
    """A digest of the Extra Decks is in the View."""
    _count_in_view(patch, "extra_deck")


@leak
def face_down_banished(patch: Patcher) -> None:
    """A digest of the cards banished face-down is in the View."""
    _count_in_view(patch, "banished")


@leak
def pile_length(patch: Patcher) -> None:
    """A hand counts its monsters only."""

    def disclose(state: State, seen: View) -> View:
        counts = {
            Place(seat, "hand").pile: Pile(sum(card.is_monster for card in state.pile(seat, "hand")))
            for seat in (0, 1) if seat != seen.viewer
        }  # fmt: skip
        return msgspec.structs.replace(seen, piles={**seen.piles, **counts})

    _spoil_views(patch, disclose)


@leak
def deck_list_as_handle(patch: Patcher) -> None:
    """A card's handle is its position in the deck list."""
    honest = writing.mint

    def disclose(state: State, card: Card, *words: Any) -> None:
        honest(state, card, *words)
        one, other, public = (card.id + 1 if handle else 0 for handle in card.handles)
        card.handles = (one, other, public)

    for module in (writing, moving, telling):
        patch.setattr(module, "mint", disclose)


@leak
def handles_count_hidden_cards(patch: Patcher) -> None:
    """Weak monsters in a hand use up handles."""
    honest = sight.distinguishable

    def disclose(state: State, card: Card) -> tuple[bool, bool, bool]:
        if card.zone == "hand" and card.facts.is_monster and card.facts.level <= 3:
            return (True, True, True)
        return honest(state, card)

    patch.setattr(sight, "distinguishable", disclose)


# --- prompts and frames -------------------------------------------------------------------------------------


@leak
def prompt_options(patch: Patcher) -> None:
    """A prompt's last option discloses whether the opponent holds a Trap."""
    honest = DuelReferee._visible_options

    def disclose(duel: DuelReferee, seat: Seat, offers: Any) -> Any:
        *rest, (key, last) = honest(duel, seat, offers)
        trapped = any(card.facts.is_trap for card in duel.duel.cards_at("hand", 1 - seat))
        return [*rest, (key, msgspec.structs.replace(last, amount=last.amount + trapped))]

    patch.setattr(DuelReferee, "_visible_options", disclose)


@leak
def menu_row(patch: Patcher) -> None:
    """The rows of a menu disclose how many Traps the opponent holds."""
    honest, rows = LineRequests.send_menu, menu_rows

    def disclose(requests: LineRequests, guest: Guest, request: GetMenu) -> None:
        hand = requests._runner.match.state.pile(1 - guest.viewer, "hand")
        traps = sum(card is not None and card.facts.is_trap for card in hand)

        def spoil(*of: Any, **how: Any) -> tuple[MenuRow, ...]:
            return tuple(msgspec.structs.replace(row, most=row.most + traps) for row in rows(*of, **how))

        with pytest.MonkeyPatch.context() as within:
            within.setattr(line_requests, "menu_rows", spoil)
            honest(requests, guest, request)

    patch.setattr(LineRequests, "send_menu", disclose)


@leak
def ask_number(patch: Patcher) -> None:
    """The prompts of both players are numbered together, each by its number of options."""
    honest = DuelReferee._open

    def disclose(duel: DuelReferee, question: Any) -> None:
        honest(duel, question)
        duel._counts[1 - question.seat] += sum(len(ask.options) for ask in duel.prompts())

    patch.setattr(DuelReferee, "_open", disclose)


@leak
def frame_length(patch: Patcher) -> None:
    """The back of a card is encoded as long as its name."""
    honest = sight._hidden_row

    def disclose(card: Card, viewer: Seat) -> Any:
        return msgspec.structs.replace(honest(card, viewer), name=" " * len(card.facts.name))

    patch.setattr(sight, "_hidden_row", disclose)


@leak
def extra_frame(patch: Patcher) -> None:
    """Spectators get one more frame when the prompted player has a response."""
    honest = Draft.add_frame

    def disclose(draft: Draft, frame: Frame) -> None:
        honest(draft, frame)
        prompts: Any = getattr(draft._watched, "prompts", tuple)
        if draft.messages[PUBLIC_CLASS_INDEX] and any(
            ask.can_choose and ask.kind == "response" for ask in prompts()
        ):
            draft.versions[PUBLIC_CLASS_INDEX] += 1
            draft.messages[PUBLIC_CLASS_INDEX].append(
                Update(draft.versions[PUBLIC_CLASS_INDEX] & 127, Patch())
            )

    patch.setattr(Draft, "add_frame", disclose)


@leak
def draw_event(patch: Patcher) -> None:
    """A draw discloses what kind of card it was."""
    honest = sight.redact

    def disclose(told: Any, viewer: Seat) -> Any:
        cut = honest(told, viewer)
        if told.kind != "draw" or told.card is None:
            return cut
        return msgspec.structs.replace(cut, word=told.card.facts.kinds[0])

    patch.setattr(sight, "redact", disclose)


@leak
def hand_order(patch: Patcher) -> None:
    """A discarded hand is shown in the order in which its cards were drawn."""
    from facedown_server.games.duel.core import simultaneous_order

    patch.setattr(simultaneous_order, "sort_by_place", lambda duel, cards: list(cards))


@leak
def late_view(patch: Patcher) -> None:
    """A late spectator gets the log of seat 0."""
    honest = Audience.send_view

    def disclose(audience: Audience, guest: Any, watched: Any) -> None:
        if guest.viewer == PUBLIC_CLASS_INDEX:
            audience.groups[PUBLIC_CLASS_INDEX].log = audience.groups[0].log
        honest(audience, guest, watched)

    patch.setattr(Audience, "send_view", disclose)


# --- beside the duel ----------------------------------------------------------------------------------------


@leak
def log_line(patch: Patcher) -> None:
    """The log discloses of every act whether a person or a rule did it."""
    honest = MatchRunner.carry_out
    log = structlog.get_logger("leak")

    async def disclose(runner: MatchRunner, act: Any) -> None:
        log.info("act", reason=str(act.origin))
        await honest(runner, act)

    patch.setattr(MatchRunner, "carry_out", disclose)


@leak
def error_text(patch: Patcher) -> None:
    """The refusal of an answer discloses how many Traps the opponent holds."""
    honest = MatchRunner.answer

    async def disclose(runner: MatchRunner, seat: Seat, answer: Any) -> None:
        try:
            await honest(runner, seat, answer)
        except Illegal as refused:
            traps = sum(card.facts.is_trap for card in runner.match.state.pile(1 - seat, "hand"))
            raise Illegal(words("plain", f"{refused} {traps}"), refused.code) from refused

    patch.setattr(MatchRunner, "answer", disclose)


@leak
def prompt_words(patch: Patcher) -> None:
    """A window's sentence names a card of the opponent's hand."""
    honest = sight.redact_words

    def disclose(state: State, said: Words, viewer: Seat) -> Words:
        named = [Words("the_card", (card.code,)) for card in state.pile(1 - viewer, "hand")[:1]]
        return words("and_more", honest(state, said, viewer), *named) if named else said

    patch.setattr(sight, "redact_words", disclose)


@leak
def spectator_list(patch: Patcher) -> None:
    """The list of spectators has a ghost in it while a player could answer."""
    honest = table_info.table_info

    def disclose(table: Any, lifecycle: Any) -> Any:
        info, runner = honest(table, lifecycle), lifecycle.runner
        asks = runner.match.prompts() if runner and runner.match.has_begun else ()
        ghosts = ("Nobody",) if any(ask.can_choose and ask.kind == "response" for ask in asks) else ()
        return msgspec.structs.replace(info, spectators=(*info.spectators, *ghosts))

    patch.setattr("facedown_server.room.room.table_info", disclose)


@leak
def lobby_list(patch: Patcher) -> None:
    """The lobby counts the Traps in the host's hand among the spectators."""
    honest = table_info.lobby_row

    def disclose(table: Any, lifecycle: Any) -> Any:
        row, runner = honest(table, lifecycle), lifecycle.runner
        if runner is None or not runner.match.has_begun:
            return row
        traps = sum(card.facts.is_trap for card in runner.match.state.pile(0, "hand"))
        return msgspec.structs.replace(row, spectators=row.spectators + traps)

    patch.setattr("facedown_server.room.room.lobby_row", disclose)


@leak
def link_page(patch: Patcher) -> None:
    """The page behind a link discloses how many Traps a Deck has."""
    honest = Lobby.describe

    def disclose(lobby: Lobby, code: str) -> Any:
        row, room = honest(lobby, code), lobby.rooms.get(code)
        runner = room.lifecycle.runner if room else None
        if row is None or runner is None or not runner.match.has_begun:
            return row
        traps = sum(card.facts.is_trap for card in runner.match.state.pile(1, "deck"))
        return msgspec.structs.replace(row, host=f"{row.host} {traps}")

    patch.setattr(Lobby, "describe", disclose)


@leak
def facts_for_a_browser(patch: Patcher) -> None:
    """A client without card facts of its own is sent in advance what is printed on those of the other
    hand.
    """
    honest = Audience.send_view

    def disclose(audience: Audience, guest: Any, watched: Any) -> None:
        honest(audience, guest, watched)
        if guest.has_cards or guest.viewer == PUBLIC_CLASS_INDEX or not watched or not watched.has_begun:
            return
        view = audience.views[guest.viewer]
        assert view is not None, "it was just shown"
        held = {card.code: card.facts for card in watched.state.pile(1 - guest.viewer, "hand")}
        ahead = msgspec.structs.replace(view, facts={**held, **view.facts})
        guest.send(Whole(audience.versions[guest.viewer], ahead))

    patch.setattr(Audience, "send_view", disclose)


@leak
def file_for_a_browser(patch: Patcher) -> None:
    """A header of the browser client's files discloses how many Traps were held at the request."""
    honest, held = browser_assets.answer, [0]
    tell = Audience.deliver

    def disclose(name: str, request: Any) -> Any:
        found = honest(name, request)
        if found is not None:
            found.headers["etag"] = str(held[0])
        return found

    def disclose_to_watchers(audience: Audience, draft: Draft) -> None:
        tell(audience, draft)
        if draft._watched.has_begun:
            hands = [draft._watched.state.pile(seat, "hand") for seat in (0, 1)]
            held[0] = sum(card.facts.is_trap for hand in hands for card in hand)

    patch.setattr(browser_assets, "answer", disclose)
    patch.setattr(Audience, "deliver", disclose_to_watchers)


@leak
def save_file(patch: Patcher) -> None:
    """What is opened for verification after the match holds both players' Decks."""
    honest = FairThrows.opened_data
    patch.setattr(FairThrows, "opened_data", lambda throws, match, seats: honest(throws, match, (0, 1)))
