"""Links: what we make can be parsed, pasted text is understood, and the rest gets an error sentence."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_shared.network.links import (
    ALPHABET,
    DEFAULT_PORT,
    TableLink,
    make_code,
    make_link,
    node_in_path,
    parse_code,
    parse_link,
    strip_node,
)
from facedown_shared.text.errors import BadInput, Code

SEAT = TableLink("192.168.1.20", DEFAULT_PORT, False, "R7K-42Q", "s3cr_et-", "seat")

hosts = st.one_of(
    st.ip_addresses().map(str),
    st.from_regex(r"[a-z][a-z0-9]{0,10}(\.[a-z]{2,5}){0,2}", fullmatch=True),
)
links = st.builds(
    TableLink,
    host=hosts,
    port=st.integers(1, 65_535),
    secure=st.booleans(),
    code=st.binary(min_size=8, max_size=16).map(make_code),
    secret=st.from_regex(r"[A-Za-z0-9_-]{1,43}", fullmatch=True),
    role=st.sampled_from(("seat", "watch")),
    node=st.one_of(st.just(""), st.from_regex(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,12}", fullmatch=True)),
)


@given(links)
def test_a_link_says_where_it_leads(link: TableLink) -> None:
    assert parse_link(str(link)) == link
    assert make_link(link.base, link.code, link.role, link.secret) == str(link)


@given(links)
def test_the_socket_address_holds_no_secret(link: TableLink) -> None:
    path = f"/n/{link.node}" if link.node else ""
    assert link.socket == f"ws{'s' if link.secure else ''}://{link.netloc}{path}/"
    assert "#" not in link.socket


def test_a_link_looks_as_promised() -> None:
    assert str(SEAT) == "http://192.168.1.20:7777/t/R7K-42Q#seat=s3cr_et-"


def test_one_of_several_servers_behind_a_name_has_a_path() -> None:
    link = parse_link("https://duels.example/n/one.b/t/R7K-42Q#watch=s3cr_et-")
    assert (link.node, link.code, link.base) == ("one.b", "R7K-42Q", "https://duels.example/n/one.b")
    assert link.service.base == "https://duels.example"
    assert link.server == parse_link("https://duels.example/n/one.b/")
    assert parse_link("https://duels.example/n/b/replay#replay=s3cr_et-").role == "replay"


@pytest.mark.parametrize(
    ("path", "node", "rest"),
    [
        ("/n/b/t/R7K-42Q", "b", "/t/R7K-42Q"),
        ("/n/b/", "b", "/"),
        ("/n/b", "b", "/"),
        ("/n/../t/R7K-42Q", "", "/n/../t/R7K-42Q"),
        ("/n//t", "", "/n//t"),
        ("/t/n/b", "", "/t/n/b"),
        ("/", "", "/"),
        ("", "", ""),
        (f"/n/{'b' * 45}/", "", f"/n/{'b' * 45}/"),
    ],
)
def test_a_path_names_a_server_or_none(path: str, node: str, rest: str) -> None:
    assert (node_in_path(path), strip_node(path)) == (node, rest)


@pytest.mark.parametrize(
    "pasted",
    [
        "http://192.168.1.20:7777/t/R7K-42Q#seat=s3cr_et-",
        "  http://192.168.1.20:7777/t/R7K-42Q#seat=s3cr_et- \n",
        "<http://192.168.1.20:7777/t/R7K-42Q#seat=s3cr_et->",
        '"http://192.168.1.20:7777/t/R7K-42Q#seat=s3cr_et-".',
        "Come and play: http://192.168.1.20:7777/t/R7K-42Q#seat=s3cr_et-!",
        "[duel](http://192.168.1.20:7777/t/R7K-42Q#seat=s3cr_et-)",
        "facedown://192.168.1.20/t/R7K-42Q#seat=s3cr_et-",
        "192.168.1.20/t/R7K-42Q#seat=s3cr_et-",
        "192.168.1.20:7777/t/r7k42q#seat=s3cr_et-",
        "HTTP://192.168.1.20:7777/r7k42q/#seat=s3cr_et-",
        "http://192.168.1.20:7777/t/R7K-42Q%23seat%3Ds3cr_et-",
    ],
)
def test_what_people_paste_is_understood(pasted: str) -> None:
    assert parse_link(pasted) == SEAT


def test_codes_and_addresses_alone_are_understood() -> None:
    assert parse_link("r7k 42q") == TableLink(code="R7K-42Q")
    assert parse_link("(R7K-42Q)") == TableLink(code="R7K-42Q")
    assert parse_link("duels.example") == TableLink("duels.example")
    assert parse_link("https://duels.example") == TableLink("duels.example", 443, True)
    assert parse_link("localhost:8000") == TableLink("localhost", 8000)
    assert parse_link("2001:db8::7") == TableLink("2001:db8::7")
    assert parse_link("fe80::7%eth0") == TableLink("fe80::7%eth0")
    assert parse_link("http://[2001:db8::7]:7777/t/R7K-42Q") == TableLink("2001:db8::7", code="R7K-42Q")
    assert parse_link("Come: [2001:db8::7]:7777/t/R7K-42Q.") == TableLink("2001:db8::7", code="R7K-42Q")
    assert parse_link("[2001:db8::7]") == TableLink("2001:db8::7")


@pytest.mark.parametrize(
    ("pasted", "words"),
    [
        ("", "Paste the link"),
        (" .,", "Paste the link"),
        ("ftp://duels.example/t/R7K-42Q", "not ftp://"),
        ("http://duels.example/t/R7K", "damaged after the address"),
        ("http://duels.example/t/R7K-42Q/more", "damaged after the address"),
        ("http://duels.example/t/R7K-42Q#seat=", "damaged after the #"),
        ("http://duels.example/t/R7K-42Q#host=abc", "damaged after the #"),
        ("http://friend@duels.example/t/R7K-42Q", "neither a link"),
        ("http://duels.example:99999/", "neither a link"),
        ("http://[::1/", "neither a link"),
        ("::%\x1f", "neither a link"),
        ("http://999.1.1.1/", "neither a link"),
        ("hello there", "neither a link"),
        ("x" * 2_000, "too long"),
    ],
)
def test_wrong_links_get_a_sentence(pasted: str, words: str) -> None:
    with pytest.raises(BadInput, match=words) as refused:
        parse_link(pasted)
    assert refused.value.code is Code.WRONG_LINK


def test_a_refusal_never_repeats_a_secret() -> None:
    with pytest.raises(BadInput) as refused:
        parse_link("http://a b/t/R7K-42Q#seat=TOPSECRET".replace(" ", "^"))
    assert "TOPSECRET" not in str(refused.value)


@given(st.text(max_size=80))
def test_any_text_is_a_link_or_gets_a_sentence(text: str) -> None:
    with suppress(BadInput):
        link = parse_link(text)
        assert parse_link(str(link)) == link


@given(st.binary(min_size=8, max_size=16))
def test_codes_are_six_clear_letters(entropy: bytes) -> None:
    code = make_code(entropy)
    assert len(code) == 7
    assert set(code.replace("-", "")) <= set(ALPHABET)
    assert parse_code(code.lower().replace("-", "")) == code


def test_a_link_to_a_replay_leads_to_no_table() -> None:
    link = parse_link("see http://duels.example/replay#replay=abc_1.")
    assert (link.host, link.code, link.role, link.secret) == ("duels.example", "", "replay", "abc_1")
    assert parse_link(str(link)) == link
    for text in ("http://h/replay", "http://h/replay#seat=abc", "http://h/t/R7K-42Q#replay=abc"):
        with pytest.raises(BadInput):
            parse_link(text)
