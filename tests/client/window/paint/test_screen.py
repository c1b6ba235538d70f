"""What is drawn: states by colour and shape, cached layers, every sample screen in each palette."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import combinations, islice, pairwise

import msgspec
import pygame
import pytest

from facedown_client.board.interaction_state import Menu, MenuLine
from facedown_client.board.layout import Rect, arrange
from facedown_client.model.model import LogEntry
from facedown_client.window.look import lettering, shapes
from facedown_client.window.look.lettering import width
from facedown_client.window.look.rich_text import TextRun, runs, wrap
from facedown_client.window.look.theme import CONTRAST, SECOND_PX, STANDARD, TINY_PX, Look
from facedown_client.window.paint import cards, dialogs, hand, kit, menu
from facedown_client.window.paint.board import caption_of, pile_plate, place_box
from facedown_client.window.paint.cards import spread
from facedown_client.window.paint.pane import log_rows, text_lines, type_line
from facedown_client.window.paint.rail import clock_words, question
from facedown_client.window.paint.rail.chain import chain_boxes, chain_detail
from facedown_client.window.paint.screen import Screen
from facedown_client.window.paint.ties import attacked_box, line_between, marker_at
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables import TABLES
from facedown_shared.tables.view import VisibleCard, VisibleEvent, VisibleLink
from facedown_shared.tables.zones import Place
from facedown_shared.text.language import TranslatedText, use_language
from facedown_shared.text.words import words
from tests.client.boxes import is_inside
from tests.client.screens import Play, mouse_move, surface
from tests.rules import rule
from tools import gallery, sample_scene, samples

__all__ = ["surface"]


def are_similar(one: Iterable[int], other: Iterable[int], most: int = 40) -> bool:
    """Return whether two colours are about the same."""
    return all(abs(a - b) <= most for a, b in islice(zip(one, other, strict=False), 3))


def share_of(surface: pygame.Surface, box: Rect, colour: tuple[int, int, int]) -> float:
    """Return the share of the lines left and right of a box that has a colour: an outline, when it is
    high.
    """
    hits = total = 0
    for y in range(box.y + box.h // 3, box.bottom - box.h // 3):
        for x in (box.x - 2, box.right + 1):
            total += 1
            hits += any(are_similar(surface.get_at((x + step, y)), colour) for step in range(-2, 3))
    return hits / total


def settle_motion(play: Play) -> None:
    gallery.settle(play.scene, play.surface)


def test_legal_cards_have_the_accent_outline_and_others_have_not(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.pick_prompt(board))
    settle_motion(play)
    shown = play.scene.board_frame()
    for handle, legal in ((board.aqua, True), (board.bug, True), (board.harp, False), (board.talker, False)):
        box = place_box(shown, handle)
        assert box is not None
        found = share_of(surface, box, STANDARD.accent)
        assert (found > 0.6) is legal, (board.cards[handle].name, found)


def test_a_picked_card_is_white_inside_the_accent(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.pick_prompt(board))
    play.press(pygame.K_1)
    settle_motion(play)
    box = place_box(play.scene.board_frame(), board.elf)
    assert box is not None
    assert share_of(surface, box, STANDARD.focus) > 0.5


def test_targets_are_in_brackets_of_the_harm_colour(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    play = Play(surface, board, None)
    settle_motion(play)
    box = place_box(play.scene.board_frame(), board.peace)
    assert box is not None
    corner = [surface.get_at((box.x - 4 + step, box.y - 4)) for step in range(10)]
    assert any(are_similar(tuple(colour), STANDARD.harm) for colour in corner)
    middle = surface.get_at((round(box.centre[0]), box.bottom + 4))
    assert not are_similar(tuple(middle), STANDARD.harm)


def test_a_card_that_is_not_legal_is_darker_while_something_is_asked(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    bright, dark = Play(surface, board, None), None
    settle_motion(bright)
    card = board.hand[3]
    box = hand.box_of(bright.scene.board_frame(), card)
    assert box is not None
    at = (round(box.centre[0]), round(box.centre[1]) + 50)
    before = sum(surface.get_at(at)[:3])
    dark = Play(surface, board, samples.pick_prompt(board))
    settle_motion(dark)
    assert sum(surface.get_at(at)[:3]) < before * 0.8


def test_a_zone_to_pick_is_dashed_and_solid_under_the_pointer(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.zone_prompt(board))
    settle_motion(play)
    place = next(iter(play.scene.acting.choices.by_place))
    rect = play.scene.layout.rect(place)
    assert rect is not None
    line = [
        are_similar(surface.get_at((x, rect.y + 1)), STANDARD.accent, 60)
        for x in range(rect.x + 12, rect.right - 12)
    ]
    assert 0.3 < sum(line) / len(line) < 0.85
    play.scene.acting.doing.spot = place
    play.scene.draw(surface)
    inner = [
        are_similar(surface.get_at((x, rect.y + 1)), STANDARD.accent, 60)
        for x in range(rect.x + 12, rect.right - 12)
    ]
    assert sum(inner) > sum(line)


def test_the_turn_player_s_plate_is_framed(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    settle_motion(play)
    own, far = (play.scene.layout.rail.plates[seat] for seat in (0, 1))
    assert are_similar(surface.get_at((own.x + 100, own.y)), STANDARD.accent)
    assert not are_similar(surface.get_at((far.x + 100, far.y)), STANDARD.accent)


@pytest.mark.parametrize("name", sorted(gallery.SCREENS))
@pytest.mark.parametrize("contrast", [False, True])
def test_every_sample_screen_can_be_drawn_and_stands_still(
    surface: pygame.Surface, name: str, contrast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = Look(contrast=contrast, text_scale=1.15 if contrast else 1.0)
    for size in ((1280, 720), (1024, 640)) if not contrast else ((1280, 720),):
        picture, again = gallery.draw(name, size, look)
        assert picture.get_size() == size
        with monkeypatch.context() as patch:  # a frame in which nothing changes combines cached pictures
            patch.setattr(lettering, "_draw_runs", partial(pytest.fail, "a text is drawn again"))
            patch.setattr(shapes.Canvas, "finish", partial(pytest.fail, "a shape is drawn again"))
            again()


def test_high_contrast_is_black_and_white(surface: pygame.Surface) -> None:
    picture, _ = gallery.draw("open", (1280, 720), Look(contrast=True))
    assert picture.get_at((700, 300))[:3] == (0, 0, 0)
    mat = picture.get_at((389, 400))
    assert are_similar(tuple(mat), CONTRAST.line, 60)
    standard, _ = gallery.draw("open", (1280, 720), Look())
    assert standard.get_at((700, 300))[:3] != (0, 0, 0)


def test_an_idle_frame_draws_no_layer_again(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    play = Play(surface, board, samples.response_prompt(board))
    settle_motion(play)
    screen = play.scene.screen
    before = [layer._kept._noted for layer in (screen.ground, screen.middle, screen.left, screen.right)]
    for step in range(5):
        play.scene.update(2.0 + step / 1000)
        play.scene.draw(surface)
    after = [layer._kept._noted for layer in (screen.ground, screen.middle, screen.left, screen.right)]
    assert before == after


@rule("YGO-MMZ-04")
def test_a_card_lies_upright_or_on_its_side(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    shown = Play(surface, board, None).scene.board_frame()
    zone = Rect(100, 100, 104, 96)
    assert spread(shown, zone, VisibleCard()).size == (62, 90)
    assert spread(shown, zone, VisibleCard(defense_position=True)).size == (90, 62)


def test_plates_tell_what_counts(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    elf, harp = board.cards[board.elf], board.cards[board.harp]
    raised = list(cards.numbers(elf, samples.facts("Gemini Elf")))
    assert [(number.words, number.counts, number.change) for number in raised] == [
        ("3100", True, 1),
        ("1100", False, 1),
    ]
    lowered = list(cards.numbers(harp, samples.facts("Spirit of the Harp")))
    assert lowered[1].counts
    assert lowered[1].change == -1
    link = list(cards.numbers(board.cards[board.talker], samples.facts("Decode Talker")))
    assert link[-1].words == "L3"


def test_plates_stay_in_their_zone_at_any_size(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    for size in ((1280, 720), (1024, 640), (1920, 1080)):
        play = Play(pygame.Surface(size), board, None)
        shown = play.scene.board_frame()
        for handle in (board.elf, board.aqua, board.tools, board.peace, board.talker):
            zone = shown.layout.rect(shown.view.place_of(handle))
            assert zone is not None
            for plate in cards.plates(shown, zone, handle):
                assert is_inside(plate.box, Rect(zone.x - 2, zone.y - 2, zone.w + 4, zone.h + 4))


def test_names_take_as_few_lines_as_fit() -> None:
    assert cards.name_lines(11, "Yami", 96)[0] == ["Yami"]
    assert cards.name_lines(11, "Number 39: Utopia", 90)[0] == ["Number 39:", "Utopia"]
    assert len(cards.name_lines(11, "Winged Dragon, Guardian of the Fortress #1", 96)[0]) <= 3
    lines, pixels = cards.name_lines(11, "Supercalifragilisticexpialidocious", 60)
    assert pixels == 8.5
    assert lines[0].endswith("…")
    assert cards.name_lines(11, "Sangen Summoning", 42)[0] == ["Sangen", "Summo…"]


def test_hidden_things_have_no_plate(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    play = Play(surface, board, None, samples.public(board))
    shown = play.scene.board_frame()
    zone = Rect(0, 0, 104, 96)
    assert not list(cards.plates(shown, zone, board.bug))
    assert len(list(cards.plates(shown, zone, board.talker))) == 2


def test_names_in_the_log_are_bold() -> None:
    parts = runs("Wren activates Pot of Greed", ("Wren", "Halvard", "Pot of Greed"))
    assert parts == [TextRun("Wren", True), TextRun(" activates ", False), TextRun("Pot of Greed", True)]
    assert runs("nothing here", ()) == [TextRun("nothing here", False)]
    lines = wrap(parts, 12, 90)
    assert len(lines) > 1
    assert "".join(run.words for line in lines for run in line) == "Wren activates Pot of Greed"


def test_clocks_in_words() -> None:
    assert clock_words(255) == "4:15"
    assert clock_words(59.2) == "1:00"
    assert clock_words(9.84) == "9.8"
    assert clock_words(-1) == "0.0"


def test_what_is_asked_stands_above_the_toggle(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    play = Play(surface, board, samples.response_prompt(board))
    asked = question(play.scene.board_frame())
    assert asked is not None
    assert is_inside(asked.box, play.scene.layout.rail.chain)
    assert all(box.h >= 28 and is_inside(box, asked.box) for box in asked.buttons)
    open_board = samples.BusyBoard()
    assert question(Play(surface, open_board, samples.open_prompt(open_board)).scene.board_frame()) is None


def test_the_preview_has_the_whole_card(surface: pygame.Surface) -> None:
    shown = Play(surface, samples.BusyBoard(), None).scene.board_frame()
    talker = samples.facts("Decode Talker")
    lines = text_lines(shown.theme, talker, 248, 13)
    whole = " ".join(words for words, _ in lines).split()
    assert whole == talker.text.split()
    assert type_line(talker) == "Cyberse / Effect / Link"
    assert type_line(samples.facts("Book of Moon")) == "Spell / Quick-Play"


@pytest.mark.parametrize("count", [0, 1, 7, 15, 60])
def test_a_hand_and_a_dialog_of_any_size_stay_inside(surface: pygame.Surface, count: int) -> None:
    names = [card.name for card in bundled_pool()][: max(1, count)]
    board = samples.BusyBoard(hand=names)
    if not count:
        board.pile("hand", 0)
    play = Play(surface, board, None)
    shown = play.scene.board_frame()
    fan = hand.fan(shown)
    assert len(fan) == count
    for held in fan:
        assert shown.layout.pane.rect.right <= held.box.x
        assert held.box.right <= shown.layout.rail.rect.x
    board.pile("graveyard", 0, board.hand[:count])
    board.pile("hand", 0)
    other = Play(surface, board, None)
    other.press(pygame.K_F1)
    if count:
        sheet = dialogs.pile_sheet(other.scene.board_frame())
        assert is_inside(sheet.box, Rect(0, 0, 1280, 720))
        assert len(sheet.cells) == count


@pytest.mark.parametrize("turned", [False, True])
def test_the_marker_of_a_chain_link_covers_no_numbers(surface: pygame.Surface, *, turned: bool) -> None:
    board = samples.BusyBoard()
    board.cards[board.elf] = msgspec.structs.replace(board.cards[board.elf], defense_position=turned)
    link = VisibleLink(0, board.elf, board.cards[board.elf].code, place=Place(0, "monster", 0))
    play = Play(surface, board, None, board.view(chain=(link,)))
    shown = play.scene.board_frame()
    zone, box = shown.layout.rect(Place(0, "monster", 0)), place_box(shown, board.elf)
    assert zone is not None
    assert box is not None
    (x, y), reach = marker_at(shown, box), shown.theme.px(14)
    marker = Rect(round(x - reach), round(y - reach), 2 * reach, 2 * reach)
    numbers = [plate.box for plate in cards.plates(shown, zone, board.elf)][-1]
    assert not marker.intersects(numbers)


def test_the_marker_of_a_chain_link_is_at_its_card_in_the_opponents_hand(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    shown_card = board.card("Effect Veiler", 1, revealed=True)
    board.pile("hand", 1, [shown_card], count=4)
    play = Play(surface, board, None)
    shown = play.scene.board_frame()
    strip, box = shown.layout.far_hand, place_box(shown, shown_card)
    assert box is not None
    assert box.w < strip.w / 4
    assert [card.handle for card in hand.far_fan(shown)] == [shown_card, 0, 0, 0]
    assert is_inside(box, shown.layout.mat._replace(y=0, h=shown.layout.mat.bottom))


def test_a_link_in_the_rail_is_read_under_the_pointer(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    play = Play(surface, board, samples.response_prompt(board))
    row = chain_boxes(play.scene.board_frame())[0]
    assert row.number == 2
    play.scene.event(mouse_move(row.box.centre))
    assert play.scene.acting.doing.preview == row.link.code


def test_links_there_is_no_room_for_are_counted(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    play = Play(surface, board, samples.response_prompt(board))
    short = play.scene.board_frame()
    assert chain_detail(short) == "resolves from the top", "both are listed"
    first, last = short.view.chain
    long = play.scene.board_frame(msgspec.structs.replace(short.view, chain=(*[first] * 11, last)))
    rows = chain_boxes(long)
    assert 1 < len(rows) < 12
    assert chain_detail(long) == f"and {12 - len(rows)} more below"


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
def test_a_chain_of_four_is_shown_whole_while_a_response_is_asked(size: tuple[int, int]) -> None:
    board = samples.BusyBoard(chain=True)
    play = Play(pygame.Surface(size), board, samples.response_prompt(board))
    short = play.scene.board_frame()
    first, last = short.view.chain
    four = play.scene.board_frame(msgspec.structs.replace(short.view, chain=(first, last, first, last)))
    rows, asked = chain_boxes(four), question(four)
    assert [row.number for row in rows] == [4, 3, 2, 1]
    assert chain_detail(four) == "resolves from the top"
    assert asked is not None
    assert rows[-1].box.bottom < asked.box.y
    assert all(row.name[0] for row in rows)
    assert all(above.box.bottom < below.box.y for above, below in pairwise(rows))


def test_what_is_given_up_heads_the_question(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    tribute = Prompt(
        3, "choice", words("choose_a_tribute_for", 19474136), (Option("tribute", board.elf),), back=True
    )
    play = Play(surface, board, tribute)
    shown = play.scene.board_frame()
    asked = question(shown)
    assert asked is not None
    lines = [[("Choose a Tribute for ", False)], [("Mandragon", True), (".", False)]]
    assert (asked.title, asked.lines) == ("What is Tributed", lines)
    assert not play.sent, "an only Tribute is chosen by its player"


def test_names_are_bold_and_lines_break_in_chinese() -> None:
    names = ["Wren", "黑魔术师", "Halvard"]
    told = runs("Wren对「黑魔术师」的效果发动了「增殖的G」，Halvard没有响应。", names)
    assert [words for words, bold in told if bold] == names
    lines = wrap(told, 12, 120)
    assert len(lines) > 2
    assert all(sum(width(words, 12, bold) for words, bold in line) <= 120 for line in lines)
    assert not any(line[0].words[0] in "，。」" or line[-1].words[-1] == "「" for line in lines)


def test_a_name_within_a_word_is_none() -> None:
    assert runs("Wrenna sees Wren's card", ["Wren"]) == [
        ("Wrenna sees ", False), ("Wren", True), ("'s card", False),
    ]  # fmt: skip


def test_long_words_of_a_menu_go_on_below_at_their_size(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    long = "Special Summon 1 Level 4 or lower Warrior from your Deck, then destroy all cards of your opponent"
    lines = (MenuLine("Activate", long), MenuLine("Set"))
    play.scene.acting.doing.open_menu(Menu(lines, Rect(600, 600, 90, 120)))
    shown = play.scene.board_frame()
    opened = shown.doing.menu
    assert opened is not None
    _, (first, second) = menu.boxes(shown, opened)
    title, detail = menu.words_of(shown.theme, lines[0], first.w)
    assert (title, len(detail) > 1) == (["Activate"], True)
    assert " ".join(detail) == long, "nothing of it is cut"
    assert first.h > second.h
    assert all(shown.theme.width(line, SECOND_PX) < first.w for line in detail)


def test_a_link_in_the_rail_says_its_whole_name(surface: pygame.Surface) -> None:
    shown = Play(surface, samples.BusyBoard(chain=True), None).scene.board_frame()
    rows = chain_boxes(shown)
    assert [row.number for row in rows] == [2, 1], "both have room"
    name = shown.facts_of(rows[1].link.code)
    assert name is not None
    assert name.name == "Mystical Space Typhoon"
    assert rows[1].box.h > rows[0].box.h, "in two lines"


def test_a_line_of_the_log_is_read_under_the_pointer(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    told = VisibleEvent("activate", 1, card=board.peace, code=board.cards[board.peace].code)
    play.app.model.log.append(
        LogEntry(told, TranslatedText.for_all_languages("Halvard activates Messenger of Peace"), 9)
    )
    shown = play.scene.board_frame()
    ((line, _, box),) = log_rows(shown, shown.layout.pane.log)
    assert line.code == told.code
    play.scene.event(mouse_move(box.centre))
    assert play.scene.acting.doing.preview == told.code


def test_without_patience_a_new_duel_is_drawn_part_by_part_and_comes_out_the_same(
    surface: pygame.Surface,
) -> None:
    board = samples.BusyBoard()
    at_once, parts = sample_scene.scene(board.view())[0], sample_scene.scene(board.view())[0]
    whole = pygame.Surface(surface.get_size())
    gallery.settle(at_once, whole)
    parts.screen = Screen(patience=0.0)
    parts.faces.wait_until_idle()
    pictures = 0
    while pictures == 0 or parts.screen.is_behind:
        assert parts.next_change(2.0) == 2.0 or pictures == 0
        parts.update(2.0)
        parts.draw(surface)
        pictures += 1
    assert pictures == 4
    gallery.settle(parts, surface)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(whole, "RGB")


def test_an_attack_points_at_its_targets_zone_or_at_life_points(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    for seat, attacker, target in ((1, board.dragon, board.talker), (0, board.aqua, board.dragon)):
        play = Play(surface, board, None, board.view(attack=(attacker, target)))
        shown = play.scene.board_frame()
        spot = shown.layout.spot(shown.view.place_of(target))
        assert spot is not None
        assert attacked_box(shown) == spot.rect
        source = place_box(shown, attacker)
        assert source is not None
        _start, tip = line_between(source, spot.rect)
        assert spot.rect.w / 2 <= max(abs(tip[0] - spot.rect.centre[0]), abs(tip[1] - spot.rect.centre[1]))
        assert Rect(*map(round, kit.enlarge(spot.rect, 6))).contains(tip)
        play = Play(surface, board, None, board.view(attack=(attacker, 0)))
        shown = play.scene.board_frame()
        goal, plate = attacked_box(shown), shown.layout.rail.plates[1 - seat]
        assert goal is not None
        assert (goal.x, goal.y, goal.h) == (plate.x, plate.y, plate.h)


def test_an_attack_whose_target_has_left_the_field_points_nowhere(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    gone = board.card("Dark Magician")
    board.pile("graveyard", 0, [gone])
    play = Play(surface, board, None, board.view(attack=(board.dragon, gone)))
    assert attacked_box(play.scene.board_frame()) is None


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_count_of_every_pile_stands_beside_its_name(surface: pygame.Surface, language: str) -> None:
    shown = Play(surface, samples.BusyBoard(), None).scene.board_frame()
    with use_language([language]):
        for spot in shown.layout.spots:
            if spot.pile and not spot.spread:
                caption, beside = caption_of(shown, spot, "11")
                assert beside, caption


def test_the_card_on_top_of_a_graveyard_has_its_name(surface: pygame.Surface) -> None:
    shown = Play(surface, samples.BusyBoard(), None).scene.board_frame()
    for seat in (0, 1):
        for zone in ("graveyard", "deck"):
            spot = shown.layout.spot(Place(seat, zone))
            assert spot is not None
            plate = pile_plate(shown, spot)
            assert (plate is not None) == (zone == "graveyard" and shown.view.pile(seat, zone).count > 0)
            if plate is not None:
                assert spot.rect.y <= plate.box.y
                assert plate.box.bottom < spot.rect.bottom - shown.theme.px(20), "the pile's own name is free"


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_long_name_of_a_set_card_is_whole(surface: pygame.Surface, language: str) -> None:
    shown = Play(surface, samples.BusyBoard(), None).scene.board_frame()
    with use_language([language]):
        name = samples.facts("Compulsory Evacuation Device").name
        zone = shown.layout.spots[0].rect._replace(w=round(shown.theme.px(104)))
        room = zone.w - shown.theme.px(14 + 13)
        lines, _ = cards.name_lines(shown.theme.type_size(TINY_PX), name, room)
        assert "".join("".join(lines).split()) == "".join(name.split())
        assert cards.set_card_plate(shown, zone, name).box.w <= zone.w


@pytest.mark.parametrize("table", ["master", "classic", "fab"])
@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (1920, 1080), (800, 1000)])
def test_layers_that_share_a_picture_lie_beside_each_other(table: str, size: tuple[int, int]) -> None:
    layout = arrange(TABLES[table], size, 0)
    boxes = [pygame.Rect(box) for box in (layout.middle, layout.pane.rect, layout.rail.rect)]
    assert not any(one.colliderect(other) for one, other in combinations(boxes, 2))


def test_the_layers_of_a_board_have_two_pictures(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    settle_motion(play)
    screen = play.scene.screen
    pictures = {id(layer.picture) for layer in (screen.ground, screen.middle, screen.left, screen.right)}
    assert len(pictures) == 2
