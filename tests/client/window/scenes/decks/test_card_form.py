"""A card of Flesh and Blood typed in: in a dialog of its own, and for a deck of unknown cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from facedown_client.data import deck_entries
from facedown_client.model import card_catalogue
from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.decks.card_form import CardScene
from facedown_client.window.scenes.table.table import TableScene
from facedown_client.window.widgets import Entry, Segments
from facedown_shared.cards.facts import Facts
from facedown_shared.decks import flesh_and_blood_cards
from facedown_shared.protocol.messages import AtTable, Seated, SeatInfo, TableInfo
from facedown_shared.protocol.provided_facts import TellFacts
from tests.client.noting_app import NotingApp, press, show, write


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NotingApp]:
    """Return an app, and a folder of our own for the cards we type in."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    yield NotingApp()
    monkeypatch.undo()
    card_catalogue.load_folder("")


def fields(scene: CardScene) -> list[Entry]:
    """Return the fields to type into, from above; the numbers last."""
    return [widget for widget in scene.group.widgets if isinstance(widget, Entry)]


def fill(scene: CardScene, **words: str) -> None:
    """Type into the fields of these names."""
    names = ["types", *("pitch", "cost", "power", "defense", "health")]
    for name, entry in zip(names if scene.cards else ["name", *names], fields(scene), strict=True):
        if name in words:
            scene.group.give_focus(entry)
            write(scene, words[name])


def test_a_card_is_typed_in(app: NotingApp) -> None:
    kept: list[Facts] = []
    scene = show(CardScene(Look(), app, (), kept.append))
    fill(scene, name="Ash Rain", types="smith action attack", cost="2", power="6", defense="3")
    next(widget for widget in scene.group.widgets if isinstance(widget, Segments)).choose(1)
    show(scene)
    press(scene, "Keep")
    wanted = flesh_and_blood_cards.card_from_input(
        "Ash Rain", "red", ("smith", "action", "attack"), cost=2, power=6, defense=3
    )
    assert kept == [wanted]
    assert card_catalogue.cards()[wanted.code].extra == {"color": "red", "pitch": 1, "cost": 2}


def test_nothing_is_kept_without_a_name_and_types(app: NotingApp) -> None:
    kept: list[Facts] = []
    scene = show(CardScene(Look(), app, (), kept.append))
    fill(scene, name="Ash Rain")
    press(scene, "Keep")
    assert kept == []


def test_the_cards_of_a_list_are_asked_for_one_after_the_other(app: NotingApp) -> None:
    deck = deck_entries.from_text("Hero: Marl\n3 Ash Rain (blue)\n1 Ember")
    blank = [card_catalogue.cards()[code] for code in dict.fromkeys(deck.deck.main)]
    told: list[TellFacts] = []

    def keep_facts(facts: Facts) -> None:
        told.extend(card_catalogue.facts_messages([facts.code]))

    scene = show(CardScene(Look(), app, blank, keep_facts))
    assert [facts.name for facts in scene.cards] == ["Ash Rain (blue)", "Ember"]
    for types in ("action attack", "instant"):
        fill(scene, types=types, defense="2")
        press(scene, "Keep")
        show(scene)
    rain, ember = (message.facts[0] for message in told)
    assert (rain.name, rain.kinds, rain.defense) == ("Ash Rain (blue)", ("action", "attack"), 2)
    assert rain.extra == {"color": "blue", "pitch": 3}
    assert (ember.name, ember.kinds) == ("Ember", ("instant",))


def test_a_table_asks_for_the_cards_of_a_list_that_nobody_knows(app: NotingApp) -> None:
    deck = deck_entries.from_text(
        "Hero: Brannoc Hale, Keeper of the Kiln\n3 Ash Rain (blue)\n1 Ember\n1 Quench (red)"
    )
    seats = (SeatInfo("Wren", True, deck=True), SeatInfo("Halvard", True, deck=True))
    app.model.handle_message(Seated("AB2-CDE", 0, "t"))
    app.model.handle_message(
        AtTable(TableInfo("AB2-CDE", "fab", 1, "gathering", seats, host="Wren", mode="free"))
    )
    scene = show(TableScene(Look(), app, deck))
    press(scene, "Type in 2 unknown cards")
    asked = next(words[0] for name, words in app.wishes if name == "open_scene")
    assert [facts.name for facts in asked.cards] == ["Ash Rain (blue)", "Ember"]
    fill(show(asked), types="instant")
    press(asked, "Keep")
    assert [facts.kinds for message in app.sent for facts in message.facts] == [("instant",)]
    scene.rebuild()
    press(show(scene), "Type in an unknown card")
