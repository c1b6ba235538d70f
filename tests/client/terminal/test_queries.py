"""What a player asks to see in the terminal: the texts of cards that a prompt offers."""

from __future__ import annotations

from facedown_client.connection.qr_codes import qr_lines
from facedown_client.model.model import Model
from facedown_client.terminal.queries import changed_links, table_links
from facedown_shared.cards.facts import Facts
from facedown_shared.network.tunnel_labels import ENCRYPTED, INTERRUPTED, NOTES, PLAIN, REOPENED, SILENT
from facedown_shared.protocol.messages import Option, Printed, Prompt
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


def test_the_link_through_a_tunnel_comes_first_with_its_code() -> None:
    heading, link, *code, note, whole, _near, _key = table_links(hosted(ENCRYPTED, "https://a.example"))
    assert heading == "Send this to your friend:"
    assert link == "https://a.example/t/R7K-42Q#seat=abc"
    assert code == qr_lines(link)
    assert note.startswith("The tunnel's operator decrypts")
    assert whole.endswith(link)
    plain = table_links(hosted(PLAIN, "http://a.example:7777"))
    assert any("not encrypted" in line and "can read along" in line for line in plain)


def test_a_link_that_does_not_answer_is_not_to_be_sent() -> None:
    warning, link, *_others = table_links(hosted(SILENT, "http://a.example:7777"))
    assert "GatewayPorts clientspecified" in warning
    assert link.strip() == "http://a.example:7777/t/R7K-42Q#seat=abc"


def test_an_interrupted_tunnel_is_one_line_and_a_new_address_is_a_new_link() -> None:
    working, lost = hosted(ENCRYPTED, "https://a.example"), hosted(INTERRUPTED, "https://a.example")
    assert changed_links(lost, working.links) == [NOTES[INTERRUPTED]]
    assert changed_links(working, lost.links) == [REOPENED]
    first, second, third, *_others = changed_links(hosted(ENCRYPTED, "https://b.example"), lost.links)
    assert first == "The addresses of this table have changed."
    assert (second, third) == ("Send this to your friend:", "https://b.example/t/R7K-42Q#seat=abc")
