"""The links of a table's host in the terminal: which one is to be sent, and what a change prints."""

from __future__ import annotations

import msgspec
import pytest

from facedown_client.model.model import Model
from facedown_client.terminal.link_news import NOT_OPEN, LinkNews
from facedown_shared.network.qr_codes import qr_lines
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
from facedown_shared.protocol.messages import FromServer, Option, Prompt, Seated
from tests.client.terminal.test_terminal import START, make_terminal

NEAR = ("this network", "http://192.168.1.7:7777/t/R7K-42Q#seat=abc")


def links(label: str, base: str, near: tuple[str, str] = NEAR) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the links of a table whose tunnel has this label and address."""
    return {"opponent": ((label, f"{base}/t/R7K-42Q#seat=abc"), near)}


def news(label: str, base: str, sent: str = "") -> tuple[LinkNews, list[str]]:
    """Return the news of such a table, and the lines at the arrival there."""
    model = Model(spoken=True)
    model.links = links(label, base)
    found = LinkNews(model, sent)
    return found, found.table_lines()


def change(found: LinkNews, label: str, base: str, near: tuple[str, str] = NEAR) -> list[str]:
    """Return the lines when the links have changed to these."""
    found.model.links = links(label, base, near)
    return found.changed_lines()


def test_the_link_through_a_tunnel_is_the_one_to_send() -> None:
    """A new host sent the link for the own network, and a friend looked for something to install."""
    _found, lines = news(ENCRYPTED, "https://a.example")
    heading, _gap, invitation, link, _gap, *code, note, who, more = lines
    assert heading.startswith("Send this to your friend, who needs only a browser")
    assert "any browser" in invitation
    assert "Nothing to install" in invitation
    assert link == "https://a.example/t/R7K-42Q#seat=abc"
    assert code == qr_lines(link)
    assert note.startswith("The tunnel's operator decrypts")
    assert (who, "links" in more) == ("Anyone who has the link can join.", True)
    _found, lines = news(PLAIN, "http://a.example:7777")
    assert any("not encrypted" in line and "can read along" in line for line in lines)
    shown, _ = make_terminal(*START)
    shown.model.links = links(PLAIN, "http://a.example:7777")
    assert NEAR[1] in "".join(shown.handle_line("links")[0])


@pytest.mark.parametrize(("label", "why"), [(SILENT, "GatewayPorts clientspecified"), (OCCUPIED, "port")])
def test_a_link_that_does_not_answer_is_not_to_be_sent(label: str, why: str) -> None:
    _found, (warning, link) = news(label, "http://a.example:7777")
    assert why in warning
    assert link.strip() == "http://a.example:7777/t/R7K-42Q#seat=abc"


def test_a_link_is_shown_to_be_sent_once_it_has_answered() -> None:
    """Seen to fail: "Send this" came first, and "does not answer" after it."""
    found, lines = news(CHECKING, "https://a.example")
    assert lines == [NOTES[CHECKING]]
    heading, *_others = change(found, ENCRYPTED, "https://a.example")
    assert heading.startswith("Send this")


def test_an_interrupted_tunnel_is_one_line_and_a_new_address_is_a_new_link() -> None:
    found, _lines = news(ENCRYPTED, "https://a.example")
    assert change(found, INTERRUPTED, "https://a.example") == [NOTES[INTERRUPTED]]
    assert change(found, ENCRYPTED, "https://a.example") == [REOPENED]
    heading, _gap, _text, link, *_others = change(found, ENCRYPTED, "https://b.example")
    assert heading == "The table has a new link. Send this to your friend:"
    assert link == found.sent_link == "https://b.example/t/R7K-42Q#seat=abc"


def test_a_resumed_table_with_the_same_link_says_so() -> None:
    """Seen to fail: "The addresses have changed", and the whole QR code, of the same link."""
    model, sent = Model(spoken=True), "https://a.example/t/R7K-42Q#seat=abc"
    model.links = {"opponent": (NEAR,)}
    found = LinkNews(model, sent)
    assert found.table_lines() == [NOT_OPEN]
    assert change(found, CHECKING, "https://a.example") == []
    assert change(found, ENCRYPTED, "https://a.example") == [REOPENED]


def test_other_links_of_this_network_are_no_news_beside_a_tunnel() -> None:
    found, _lines = news(PLAIN, "http://a.example")
    near = ("this network", "http://10.0.0.9:7777/t/R7K-42Q#seat=abc")
    assert change(found, PLAIN, "http://a.example", near) == []


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
        msgspec.structs.replace(seated, links=links(label, "http://a.example"))
        for label in (PLAIN, INTERRUPTED)
    )
    receive(opened)
    shown.link_news.sent_link = opened.links["opponent"][0][1]
    assert receive(lost, table, whole, prompt) == [NOTES[INTERRUPTED]]
    assert receive(opened, table, whole, prompt) == [REOPENED]
    shown.link_news.has_reconnected = True
    assert any("Main Phase 1" in line for line in receive(lost, table, whole, prompt))
