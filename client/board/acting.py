"""What a click or a key means: menus, picks, answers and taking back, as state and messages. No pygame here.

A prompt is answered once: after an answer nothing can be picked until the server asks again or refuses.
"""

from __future__ import annotations

from collections.abc import Callable

from client.board.choices import NOTHING, Choices, Shape, sort
from client.board.doing import Doing, Menu, MenuLine, OpenPile
from client.board.layout import Rect
from client.words.phrases import place_words
from shared.manual.menus import Offered
from shared.protocol.messages import Answer, AutoPass, Option, Prompt, Refused, ToServer
from shared.tables import TABLES
from shared.view import View
from shared.zones import Place

MODES = ("always", "able", "never")

TITLES = {
    "summon": "Summon",
    "set": "Set",
    "activate": "Activate",
    "special_summon": "Special Summon",
    "flip_summon": "Flip Summon",
    "pendulum_summon": "Pendulum Summon",
    "change_position": "Change position",
    "attack": "Attack",
    "direct": "Attack directly",
    "pass": "Pass",
    "done": "Done",
    "by_hand": "Activate by hand",
    "apply": "Carry out by hand",
    "confirm": "Yes, that is what it does",
    "object": "No, it does something else",
    "yes": "Yes",
    "no": "No",
}
"""Verbs as they stand in menus and on buttons; any other verb is written as it is."""


def verb_title(option: Option) -> str:
    """What an option is called in a menu or on a button."""
    if option.verb == "no" and option.words:
        return option.does
    return TITLES.get(option.verb) or option.verb.replace("_", " ").capitalize() or option.does


class Acting:
    """The player's side of a prompt. `send` is how messages leave."""

    def __init__(
        self, send: Callable[[ToServer], None], by_hand: Callable[[Offered], object] = repr,
        mode: str = "able",
    ) -> None:  # fmt: skip
        self.send, self.by_hand = send, by_hand
        self.doing = Doing(mode)
        self.choices: Choices = NOTHING
        self.view: View | None = None
        self.names = ("Player 1", "Player 2")
        self._prompt: Prompt | None = None
        self._sent: tuple[int, Prompt | None] = (-1, None)
        """The prompt answered last, and whose: who plays both sides has numbers for each."""

    # --- the prompt -----------------------------------------------------------------------------------------

    def take(
        self, prompt: Prompt | None, view: View | None, refused: Refused | None = None,
        names: tuple[str, str] = ("Player 1", "Player 2"),
    ) -> None:  # fmt: skip
        """Look at what is asked now; picks and menus of an older prompt are forgotten."""
        self.names = names
        seat = view.viewer if view is not None else -1
        whose, sent = self._sent
        if refused is not None and sent is not None and (seat, refused.ask) == (whose, sent.ask):
            self._sent = (-1, None)
        if prompt is not None and (seat, prompt) == self._sent:
            prompt = None
        if prompt is self._prompt and view is self.view:
            return
        fresh = prompt is not self._prompt
        self._prompt, self.view = prompt, view
        self.choices = sort(prompt, view)
        if fresh:
            self._begin(prompt)

    def _begin(self, prompt: Prompt | None) -> None:
        """Something else is asked. A table that is moved by hand takes nothing away that is open."""
        doing, choices = self.doing, self.choices
        if prompt is not None and prompt.kind == "by_hand":
            doing.pick()
            doing.mark(-1)
            return
        single = choices.shape is Shape.CARDS and len(choices.listed) == 1
        doing.begin(prompt.usual if prompt is not None else (), choices.listed[0] if single else -1)
        if prompt is not None:
            doing.open_pile(None)

    def read(self, card: int, code: int = 0) -> None:
        """Read a card in the preview: as it is seen now, else by its passcode."""
        seen = self.view.cards.get(card) if self.view is not None else None
        self.doing.read(seen.code if seen is not None else code, card)

    @property
    def asked(self) -> bool:
        """Whether something is asked that has not been answered."""
        return self.choices.prompt is not None

    def answer(self, *picks: int) -> None:
        """Answer the prompt with these options."""
        prompt = self.choices.prompt
        if prompt is not None:
            self._close(prompt)
            self.send(Answer(prompt.ask, picks))

    def back(self) -> bool:
        """Take back the last choice, if the prompt allows it."""
        prompt = self.choices.prompt
        if prompt is None or not prompt.back:
            return False
        self._close(prompt)
        self.send(Answer(prompt.ask, back=True))
        return True

    def _close(self, prompt: Prompt) -> None:
        self._sent = (self.view.viewer if self.view is not None else -1, prompt)
        self._prompt, self.choices = None, NOTHING
        self.doing.open_menu(None)
        self.doing.pick()
        self.doing.mark(-1)

    # --- picking --------------------------------------------------------------------------------------------

    def pick(self, index: int) -> None:
        """Pick an option: answers at once where one is asked for, else adds it to the picks or removes it."""
        choices = self.choices
        if choices.prompt is None or not 0 <= index < len(choices.options):
            return
        if not choices.many:
            self.answer(index)
            return
        picked = self.doing.picked
        if index in picked:
            self.doing.pick(*(other for other in picked if other != index))
        elif len(picked) < choices.prompt.most:
            self.doing.pick(*picked, index)
        elif choices.prompt.most == 1:
            self.doing.pick(index)

    def mark(self, index: int) -> None:
        """Choose in a dialog without answering yet; where several are asked for, once more takes it off."""
        if self.choices.many:
            self.pick(index)
        else:
            self.doing.pick(index)
        self.doing.mark(index)

    def confirm(self) -> bool:
        """Send the picks, if there are enough of them."""
        if not self.asked or not self.choices.complete(self.doing.picked):
            return False
        self.answer(*self.doing.picked)
        return True

    # --- cards and piles ------------------------------------------------------------------------------------

    def act_on(self, handle: int, anchor: Rect) -> bool:
        """A card was clicked: its menu, even of one line; only to be picked or to attack is done at once."""
        self.doing.open_menu(None)
        options = self.choices.by_card.get(handle, ())
        if not options:
            return False
        if len(options) == 1 and (self.choices.shape is Shape.PICK or self.choices.many):
            self.pick(options[0])
        elif len(options) == 1 and self.choices.options[options[0]].verb == "attack":
            self.answer(options[0])
        else:
            entries = tuple(self.entry(index) for index in options)
            self.doing.open_menu(Menu(entries, anchor, handle))
        return True

    def entry(self, index: int) -> MenuLine:
        """A menu's line for an option."""
        option = self.choices.options[index]
        detail = option.does if option.does != verb_title(option) else ""
        if not detail and option.verb == "activate" and self.view is not None and self.view.chain:
            detail = f"as Chain Link {len(self.view.chain) + 1}"
        return MenuLine(verb_title(option), detail, index)

    def take_entry(self, entry: MenuLine) -> str:
        """A line of a menu was picked: answers, or gives the name of the act for the scene to do."""
        self.doing.open_menu(None)
        if entry.option >= 0:
            self.answer(entry.option)
        elif entry.offered is not None:
            self.by_hand(entry.offered)
        return entry.act

    def open_pile(self, place: Place) -> bool:
        """List the cards of a pile."""
        table = TABLES.get(self.view.table) if self.view else None
        zone = table.zones.get(place.zone) if table else None
        if self.view is None or zone is None or zone.slots is not None or zone.name == "hand":
            return False
        pile = Place(place.seat, place.zone)
        title = place_words(pile, self.view.table, self.names)
        if place.seat == self.view.viewer:
            title = "Your banished cards" if zone.name == "banished" else f"Your {zone.title}"
        opened = self.doing.pile
        again = opened is not None and opened.place == pile
        self.doing.open_pile(None if again else OpenPile(pile, title))
        return True

    # --- leaving things -------------------------------------------------------------------------------------

    def leave(self) -> bool:
        """Esc or the right button: close what is open, else take back, else finish or pass."""
        doing = self.doing
        if doing.menu is not None:
            doing.open_menu(None)
        elif doing.reading:
            doing.enlarge(False)
        elif doing.pile is not None:
            doing.open_pile(None)
        elif self.back():
            return True
        elif doing.picked:
            doing.pick()
        else:
            return self.let_pass()
        return True

    def let_pass(self) -> bool:
        """Pass, say no, or be done, where the prompt offers that."""
        index = self.choices.pass_option
        if index is not None:
            self.answer(index)
            return True
        return self.choices.many and self.confirm()

    def ask_me(self, mode: str, *, held: bool = False) -> None:
        """When to be asked to respond, from now on; or only while a key is `held`."""
        self.doing.respond(mode)
        self.send(AutoPass(mode, held))
