"""What a player asks to see in the terminal: the texts of cards that a prompt offers."""

from __future__ import annotations

import msgspec
import pytest

from facedown_client.connection.qr_codes import qr_lines
from facedown_client.model.model import Model
from facedown_client.terminal.queries import NOT_OPEN, changed_links, table_links
from facedown_shared.cards.facts import Facts
from facedown_shared.network.tunnel_labels import (
    CHECKING,
    ENCRYPTED,
    INTERRUPTED,
    NOTES,
    OCCUPIED,
    PLAIN,
    REOPENED,
    SILENT,
)
from facedown_shared.protocol.messages import FromServer, Option, Printed, Prompt, Seated
from tests.client.terminal.test_terminal import START, make_terminal

EMBER = Facts(code=900_000_001, name="Ember Page", kinds=("monster",), text="It burns.")


def test_cards_of_a_searched_deck_are_read_by_name_and_by_number() -> None:
    """Seen to fail: a player had "seen no card called" what the prompt offered."""
    options = (Option("choose", 21), Option("choose", code=EMBER.code))
    found, _ = make_terminal(*START, Printed((EMBER,)), Prompt(5, "choice", options=options))
    for typed in ("card ember", "card 2"):
        lines, sent = found.handle_line(typed)
        assert ("Ember Page" in lines[0], lines[-1].strip(), sent) == (True, "It burns.", [])
    assert "Mystical Space Typhoon" in found.handle_line("card 1")[0][0]
    assert found.handle_line("card 3")[0] == ['You have seen no card called "3".']


def test_the_source_of_a_prompt_is_read_by_its_name() -> None:
    found, _ = make_terminal(
        *START, Printed((EMBER,)), Prompt(5, "choice", options=(Option("yes"),), code=EMBER.code)
    )
    assert "Ember Page" in found.handle_line("card ember")[0][0]


def hosted(label: str, base: str) -> Model:
    """Return the model of a host whose table has a tunnel with this label and address."""
    model = Model(spoken=True)
    near = ("this network", "http://192.168.1.7:7777/t/R7K-42Q#seat=abc")
    model.links = {"opponent": ((label, f"{base}/t/R7K-42Q#seat=abc"), near)}
    return model


def test_the_link_through_a_tunnel_is_the_one_to_send() -> None:
    """A new host sent the link for the own network, and a friend looked for something to install."""
    heading, _gap, invitation, link, _gap, *code, note, who, more = table_links(
        hosted(ENCRYPTED, "https://a.example")
    )
    assert heading.startswith("Send this to your friend, who needs only a browser")
    assert "any browser" in invitation
    assert "Nothing to install" in invitation
    assert link == "https://a.example/t/R7K-42Q#seat=abc"
    assert code == qr_lines(link)
    assert note.startswith("The tunnel's operator decrypts")
    assert (who, "links" in more) == ("Anyone who has the link can join.", True)
    plain = table_links(hosted(PLAIN, "http://a.example:7777"))
    assert any("not encrypted" in line and "can read along" in line for line in plain)
    shown, _ = make_terminal(*START)
    shown.model.links = hosted(PLAIN, "http://a.example:7777").links
    assert "http://192.168.1.7:7777/" in "".join(shown.handle_line("links")[0])


@pytest.mark.parametrize(("label", "why"), [(SILENT, "GatewayPorts clientspecified"), (OCCUPIED, "port")])
def test_a_link_that_does_not_answer_is_not_to_be_sent(label: str, why: str) -> None:
    warning, link = table_links(hosted(label, "http://a.example:7777"))
    assert why in warning
    assert link.strip() == "http://a.example:7777/t/R7K-42Q#seat=abc"


def test_a_link_is_shown_to_be_sent_once_it_has_answered() -> None:
    """Seen to fail: "Send this" came first, and "does not answer" after it."""
    checked = hosted(CHECKING, "https://a.example")
    assert table_links(checked) == [NOTES[CHECKING]]
    heading, *_others = changed_links(hosted(ENCRYPTED, "https://a.example"), checked.links, "")
    assert heading.startswith("Send this")


def test_an_interrupted_tunnel_is_one_line_and_a_new_address_is_a_new_link() -> None:
    working, lost = hosted(ENCRYPTED, "https://a.example"), hosted(INTERRUPTED, "https://a.example")
    sent = working.links["opponent"][0][1]
    assert changed_links(lost, working.links, sent) == [NOTES[INTERRUPTED]]
    assert changed_links(working, lost.links, sent) == [REOPENED]
    heading, _gap, _text, link, *_others = changed_links(
        hosted(ENCRYPTED, "https://b.example"), lost.links, sent
    )
    assert heading == "The table has a new link. Send this to your friend:"
    assert link == "https://b.example/t/R7K-42Q#seat=abc"


def test_a_resumed_table_with_the_same_link_says_so() -> None:
    """Seen to fail: "The addresses have changed", and the whole QR code, of the same link."""
    near, checked = hosted(ENCRYPTED, "https://a.example"), hosted(CHECKING, "https://a.example")
    sent = near.links["opponent"][0][1]
    near.links = {"opponent": near.links["opponent"][1:]}
    assert table_links(near, sent) == [NOT_OPEN]
    assert changed_links(checked, near.links, sent) == []
    assert changed_links(hosted(ENCRYPTED, "https://a.example"), checked.links, sent) == [REOPENED]


def test_other_links_of_this_network_are_no_news_beside_a_tunnel() -> None:
    model, before = hosted(PLAIN, "http://a.example"), hosted(PLAIN, "http://a.example").links
    tunnel, (label, _link) = model.links["opponent"]
    model.links = {"opponent": (tunnel, (label, "http://10.0.0.9:7777/t/R7K-42Q#seat=abc"))}
    assert changed_links(model, before, tunnel[1]) == []


def test_links_sent_again_repeat_neither_board_nor_prompt() -> None:
    """Seen to fail: at each change of the tunnel the host saw the board and all options again."""
    prompt = Prompt(5, "choice", options=(Option("yes"), Option("no")))
    shown, first = make_terminal(*START, prompt)
    assert any("Main Phase 1" in line for line in first)

    def receive(*messages: FromServer) -> list[str]:
        lines = []
        for message in messages:
            shown.model.handle_message(message)
            lines += shown.message_lines(message)
        return lines

    seated, table, whole = START[:3]
    assert isinstance(seated, Seated)
    opened, lost = (
        msgspec.structs.replace(seated, links=hosted(label, "http://a.example").links)
        for label in (PLAIN, INTERRUPTED)
    )
    receive(opened)
    assert receive(lost, table, whole, prompt) == [NOTES[INTERRUPTED]]
    assert receive(opened, table, whole, prompt) == [REOPENED]
    shown.has_reconnected = True
    assert any("Main Phase 1" in line for line in receive(lost, table, whole, prompt))
