"""Links and codes as people paste them."""

from __future__ import annotations

import pytest

from client.address import PORT, Address, Target, parse
from shared.errors import BadInput


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("facedown://10.0.0.2:9000/R7K42Q#s3c", Target(Address("10.0.0.2", 9000), "R7K42Q", "s3c")),
        ("facedown://10.0.0.2/R7K42Q/watch#s", Target(Address("10.0.0.2"), "R7K42Q", "s", watch=True)),
        ("facedowns://duels.example/AB12", Target(Address("duels.example", PORT, secure=True), "AB12")),
        ("wss://duels.example/AB12", Target(Address("duels.example", 443, secure=True), "AB12")),
        (" 192.168.1.20:7373 ", Target(Address("192.168.1.20", 7373))),
        ("duels.example/ab12", Target(Address("duels.example"), "AB12")),
        ("localhost", Target(Address("localhost"))),
        ("[::1]:7373/AB12", Target(Address("::1", 7373), "AB12")),
        ("r7k-42q", Target(code="R7K-42Q")),
    ],
)
def test_what_people_paste_is_understood(text: str, target: Target) -> None:
    assert parse(text) == target


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "ftp://host/AB12",
        "facedown:///AB12",
        "host:99999/AB12",
        "host/a/b/c",
        "host/%%%",
        "x" * 600,
    ],
)
def test_what_is_no_link_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse(text)
    assert str(refused.value).endswith((".", "?"))
    assert "\n" not in str(refused.value)


def test_an_address_is_written_as_it_is_read() -> None:
    for address in (Address("host", 1), Address("::1", 7373), Address("10.0.0.1")):
        assert parse(str(address)).address == address
    assert Address("::1", 7373, secure=True).uri == "wss://[::1]:7373/"
