"""What the pages of events share: the text of the Wi-Fi's QR code."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from facedown_server.events.live.event_pages import is_near
from facedown_server.events.pages.page_context import wifi_text
from facedown_server.events.rules.scoring import settings_for


@pytest.mark.parametrize(
    ("name", "password", "text"),
    [
        ("", "sesame88", ""),
        ("Shop Duels", "sesame88", "WIFI:T:WPA;S:Shop Duels;P:sesame88;;"),
        ("Shop Duels", "", "WIFI:T:nopass;S:Shop Duels;;"),
        ('a;b,c:d"e\\f', 'p;w,q:r"s\\t9', 'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:p\\;w\\,q\\:r\\"s\\\\t9;;'),
        ("王的店", "sesame88", "WIFI:T:WPA;S:王的店;P:sesame88;;"),
    ],
)
def test_the_wifi_is_written_as_phones_read_it(name: str, password: str, text: str) -> None:
    """Signs with a meaning are escaped (https://github.com/zxing/zxing/wiki/Barcode-Contents)."""
    settings = replace(settings_for("friendly"), wifi_name=name, wifi_password=password)
    assert wifi_text(settings) == text


@pytest.mark.parametrize(
    ("peer", "near"),
    [
        ("192.168.1.20", True), ("10.0.0.4", True), ("127.0.0.1", True), ("::1", True), ("fe80::1", True),
        ("fd00::7", True), ("8.8.8.8", False), ("2a00:1450::1", False),
    ],
)  # fmt: skip
def test_only_pages_in_the_room_show_its_wifi(peer: str, near: bool) -> None:
    assert is_near(peer) is near
