"""Pages in a browser: what they show, what they never do, and the client that they serve."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import os
import posixpath
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec.structs import replace
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from facedown_server.network.pages import source_package
from facedown_server.network.pages.gateway import Gateway
from facedown_server.network.pages.pages import POLICY, SCRIPT, table_list
from facedown_server.network.pages.source_package import ROOT, Package, build_package
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_shared.network.links import parse_link
from facedown_shared.protocol.messages import Clock, LobbyRow
from tests.server.serving import ask, serve_in_memory

OPEN = LobbyRow("R7K-42Q", "Wren", "master", 3, "gathering", clock=Clock(600, 10))
LOCKED = LobbyRow("ABC-234", "<script>alert(1)</script>", "classic", 1, "duel", locked=True)
ZIP = b"PK and so on"


def gateway(zipped: bytes = ZIP) -> Gateway:
    """Return a gateway to two tables that are open to all."""
    return Gateway(
        "Wren's <server>", {row.code: row for row in (OPEN, LOCKED)}.get, lambda: (OPEN,), lambda: zipped
    )


def get(path: str, zipped: bytes = ZIP) -> Response:
    """Return the response to a GET."""
    return gateway(zipped)(Request(path, Headers()))


def text(path: str, zipped: bytes = ZIP) -> str:
    """Return the page at a path, which must exist."""
    response = get(path, zipped)
    assert response is not None
    assert response.status_code == 200
    return bytes(response.body).decode()


ROWS = (
    LobbyRow("AAA-222", "Ada", "master", 1, "duel", mode="core", banlist="2026.7 TCG", opponent="Ann"),
    LobbyRow("BBB-222", "Bea", "master", 1, "over"),
    LobbyRow("DDD-222", "Dan", "master", 1, "gathering", opponent="Don"),
    LobbyRow("CCC-222", "Cora", "fab", 1, "gathering", mode="free"),
    LobbyRow("EEE-222", "", "master", 1, "gathering"),
)


def shop(host: str = "shop.lan:7777", **settings: Any) -> Callable[[str], str]:
    """Return what reads pages of a server with these tables, by its name `host`."""
    pages = Gateway("Shop", {row.code: row for row in ROWS}.get, lambda: ROWS, **settings)
    return lambda path: bytes(pages(Request(path, Headers({"Host": host}))).body).decode()


def test_pages_of_a_server_with_a_password_name_no_tables() -> None:
    """They are the same for everyone, so they cannot know who has shown it."""
    rows = {row.code: row for row in (OPEN, LOCKED)}
    locked = Gateway("Shop", rows.get, lambda: (OPEN,), has_password=True)
    for path in ("/", f"/t/{OPEN.code}"):
        answered = locked(Request(path, Headers()))
        page = bytes(answered.body).decode()
        assert "Wren" not in page
        assert OPEN.code not in page
        assert '<div id="browser"' in page
        assert "connect-src 'self'" in answered.headers["Content-Security-Policy"]
    assert locked(Request("/tables", Headers())).status_code == 404


def test_the_front_page_lists_who_waits_first_and_says_how_each_table_is_played() -> None:
    """What is over is not listed. Seen to fail: a full table stood among those with a free seat."""
    page = shop()("/")
    assert page.index("CCC-222") < page.index("EEE-222") < page.index("AAA-222") < page.index("DDD-222")
    assert "<bdi>Cora</bdi> waits for an opponent" in page
    assert "<bdi>Ada</bdi> against <bdi>Ann</bdi>" in page
    assert "Both seats are free" in page
    assert "BBB-222" not in page
    assert "2026.7 TCG, by EDOPro" in page
    assert "Flesh and Blood, free, by hand <code>CCC-222<" in page
    assert "Yu-Gi-Oh! Master, by the rules, about to begin <code>DDD-222<" in page


def test_the_list_of_tables_alone_is_what_the_front_page_has() -> None:
    read = shop()
    assert read("/tables") in read("/")
    assert read("/tables").startswith("<ul")


def tags(page: str) -> dict[str, str]:
    """Return the Open Graph tags of a page."""
    return dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)">', page))


def test_a_chat_app_is_shown_who_waits_and_what_is_played() -> None:
    """Without og:url: a chat app would open that one, without the secret behind the # sign."""
    read = shop()
    table, front, hidden = tags(read("/t/CCC-222")), tags(read("/")), tags(read("/t/ZZZ-ZZZ"))
    assert table["og:title"] == "Cora waits for an opponent"
    assert table["og:description"] == "Flesh and Blood, free, by hand"
    assert "Cora waits for an opponent (Flesh and Blood, free, by hand)" in front["og:description"]
    assert front["og:title"] == "Shop"
    assert hidden["og:title"] == "A player invites you to a duel"
    assert all("og:url" not in one for one in (table, front, hidden))
    assert table["og:image"] == "http://shop.lan:7777/preview.png"
    assert tags(shop(secure=True)("/"))["og:image"].startswith("https://shop.lan")
    public: dict[str, Any] = {
        "public_url": "https://duels.example/",
        "nodes": lambda: ("https://a.example/n/a",),
    }
    assert tags(shop(**public)("/"))["og:image"] == "https://duels.example/preview.png"
    assert tags(shop("a.example", **public)("/"))["og:image"] == "https://a.example/n/a/preview.png"
    assert "og:image" not in tags(shop('x"><script>')("/")), "nothing else is put into an address"


@pytest.mark.parametrize("name", ["icon-192", "icon-512", "preview"])
def test_pictures_of_pages_have_the_size_that_is_said(name: str) -> None:
    data = bytes(get(f"/{name}.png").body)
    assert data.startswith(b"\x89PNG")
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    side = name.removeprefix("icon-")
    assert (width, height) == ((1200, 630) if name == "preview" else (int(side), int(side)))


def test_a_page_can_stand_on_a_home_screen() -> None:
    shown = json.loads(bytes(get("/manifest.webmanifest").body))
    assert shown["name"] == "Wren's <server>"
    assert (shown["start_url"], shown["display"]) == ("/", "standalone")
    assert {get(icon["src"]).status_code for icon in shown["icons"]} == {200}
    for path in ("/", "/t/R7K-42Q", "/new", "/replay"):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in text(path)
        assert "manifest-src 'self'" in get(path).headers["Content-Security-Policy"]


def test_the_front_page_lists_open_tables_and_steps() -> None:
    page = text("/")
    assert '<a href="/t/R7K-42Q">' in page
    assert "ABC-234" not in page
    assert "Wren&#x27;s &lt;server&gt;" in page
    assert all(word in page for word in ("Windows", "macOS", "Linux", "/facedown.zip", "run.py"))


def test_pages_say_how_many_points_a_deck_may_cost_and_which_list_counts() -> None:
    costly = replace(OPEN, format="genesys", point_cap=250)
    listed = replace(LOCKED, format="GOAT", banlist="GOAT <2005>")
    rows = {row.code: row for row in (costly, listed)}
    pages = Gateway("here", rows.get, lambda: tuple(rows.values()), lambda: ZIP)
    front, one = (bytes(pages(Request(path, Headers())).body).decode() for path in ("/", f"/t/{OPEN.code}"))
    assert "<span>Yu-Gi-Oh! Genesys, by the rules, decks of up to 250 points, best of 3" in front
    assert "<span>GOAT &lt;2005&gt;, by the rules, in play" in front
    assert "Genesys, by the rules, decks of up to 250 points" in one


def test_the_front_page_is_made_once_for_all_and_stays_small() -> None:
    rows = tuple(replace(OPEN, code=f"AAA-{number:03}", host="W" * 24) for number in range(5_000))
    crowded = Gateway("here", lambda code: None, lambda: rows, lambda: ZIP)
    one, other = (crowded(Request("/", Headers())) for _ in range(2))
    assert one.body is other.body
    assert len(one.body) < WireLimits().outbox_bytes
    assert b"And 4800 more" in one.body


def test_a_links_page_says_who_invites_and_how_to_come() -> None:
    page = text("/t/R7K-42Q")
    assert "Wren invites you to a duel" in page
    assert all(
        word in page
        for word in ("Yu-Gi-Oh! Master", "best of 3", "10 min + 10 s", "Wren waits for an opponent")
    )
    assert page.count("python3 run.py &quot;<span data-link>") == 2
    assert page.count("py run.py &quot;<span data-link>") == 1
    assert "PASTE-THE-WHOLE-LINK-HERE" in page, "without the script there are words instead"
    assert text("/t/r7k42q/?utm=x") == page


def test_a_table_that_is_open_to_all_is_open_by_its_code() -> None:
    assert '<ul class="facts" data-open>' in text("/t/R7K-42Q")
    assert "ask the host" in text("/t/ABC-234")


def test_of_any_other_code_a_page_tells_nothing() -> None:
    """Unlisted or nonexistent: the server answers both with the same bytes."""
    pages = {text(path) for path in ("/t/ZZZ-ZZZ", "/t/zzz222", "/t/HJK-MNP")}
    assert len(pages) == 1
    (page,) = pages
    assert "data-open>" not in page
    assert "ask your friend for a new link" in page
    assert "A player invites you to a duel" in page


def test_a_way_back_is_announced_as_one() -> None:
    page = text("/t/ZZZ-ZZZ")
    assert "<span data-back hidden>Return to your seat" in page
    assert '"once"' in SCRIPT


def test_names_are_escaped() -> None:
    assert "<script>alert" not in text("/t/ABC-234")
    assert "&lt;script&gt;alert(1)" in text("/t/ABC-234")


@pytest.mark.parametrize("path", ["/", "/t/R7K-42Q", "/t/ABC-234"])
def test_a_page_may_do_nothing_but_be_seen(path: str) -> None:
    response = get(path)
    policy, page = response.headers["Content-Security-Policy"], bytes(response.body).decode()
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    allowed = set(re.findall(r"'(sha256-[^']+)'", policy))
    inline = re.findall(r"<(?:style|script)>(.*?)</(?:style|script)>", page, re.DOTALL)
    digests = [base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in inline]
    assert {f"sha256-{digest}" for digest in digests} == allowed
    assert not re.search(r'(?:src|href)="(?!/)', page), "nothing from anywhere else"
    assert not re.search(r" (?:on\w+|style)=", page)
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cache-Control"] == "no-store"


def test_the_script_puts_nothing_into_a_command_that_a_shell_could_read() -> None:
    patterns = re.findall(r"= /\^(.+?)\$/i?\.(?:exec|test)", SCRIPT)
    assert len(patterns) == 2
    origin, ending = (re.compile(pattern.replace(r"\/", "/")) for pattern in patterns)
    assert origin.fullmatch("http://192.168.1.20:7777")
    assert origin.fullmatch("https://[2001:db8::7]")
    assert not origin.fullmatch("http://$(id)")
    assert ending.fullmatch("#seat=s3cr_et-")
    assert not any(ending.fullmatch(bad) for bad in ("#seat=$(id)", '#watch="', "#seat=a b", "#host=a"))


@pytest.mark.parametrize(
    "path",
    ["/t/0OI-1L!", "/t/nonsense", "/t/", "/t/../etc/passwd", "/t/R7K-42Q/x", "/../facedown.toml", "/healthz",
     "/metrics",
     "//", "/t/%2e%2e",
     "/server/facedown_server/network/wire/acceptor.py", "/facedown.zip/../x", "/t/R7K-42Q%00"],
)  # fmt: skip
def test_there_is_nothing_else(path: str) -> None:
    response = get(path)
    assert response.status_code == 404
    assert b"<h1>There is no" in response.body
    assert b'<a href="/">Its front page</a>' in response.body
    assert response.headers["Content-Security-Policy"] == POLICY


def test_the_front_pages_own_command_has_a_place_for_its_address() -> None:
    """Seen to fail: the placeholder was replaced only on pages of links, and here it was shown unchanged."""
    page = text("/")
    assert page.count("python3 run.py &quot;<span data-server>THE-ADDRESS-OF-THIS-PAGE</span>&quot;") == 2
    assert 'each("server", say(origin + "/"));' in SCRIPT
    assert "data-unfilled>Replace THE-ADDRESS-OF-THIS-PAGE with" in page, "without the script, words"
    assert "data-link" not in page


def test_a_container_that_was_told_no_address_says_what_to_set() -> None:
    told = Gateway("here", lambda code: None, package=lambda: ZIP, unreachable=True)(Request("/", Headers()))
    assert b"FACEDOWN_PUBLIC_URL=<span data-base>" in told.body
    assert "FACEDOWN_PUBLIC_URL" not in text("/")


def test_what_is_no_code_gets_a_sentence() -> None:
    response = get("/t/ZZZ-ZZ")
    assert response.status_code == 404
    assert b"ask your friend for a new link" in response.body


def test_the_download_is_there_or_gets_a_sentence() -> None:
    response = get("/facedown.zip")
    assert response.body == ZIP
    assert response.headers["Content-Type"] == "application/zip"
    missing = get("/facedown.zip", b"")
    assert missing.status_code == 404
    assert b"get it from where its host got it" in missing.body
    assert "Download facedown.zip" not in text("/", b"")


async def test_pages_travel_over_the_wire() -> None:
    async with serve_in_memory(pages=gateway()) as (_, listener):
        whole = await ask(listener.connect(), "GET /t/R7K-42Q HTTP/1.1\nHost: x")
        assert b"Wren invites you" in whole
        head = await ask(listener.connect(), "HEAD /t/R7K-42Q HTTP/1.1\nHost: x")
        assert head == whole.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        assert b"404" in await ask(listener.connect(), "GET /t/ZZZ-ZZ HTTP/1.1\nHost: x")


def test_a_secret_is_not_part_of_what_a_browser_asks_for() -> None:
    link = parse_link("http://192.168.1.20:7777/t/R7K-42Q#seat=SECRET")
    assert link.secret == "SECRET"
    assert "SECRET" not in link.base + link.socket


async def test_a_server_packs_the_same_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_package, "BUILD_DELAY_S", 0.0)
    made = Package()
    assert not made()
    await made.build_in_background()
    assert made() == build_package()


async def test_what_an_image_has_ready_is_given_away_as_it_lies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No child process and no other file: such a server may have no room for one."""
    (tmp_path / "ready.zip").write_bytes(ZIP)
    monkeypatch.setattr(source_package, "BUILD_DELAY_S", 0.0)
    monkeypatch.setattr(source_package, "ROOT", tmp_path / "no client")
    monkeypatch.setattr(
        source_package, "build_package", partial(build_package, tmp_path, tmp_path / "ready.zip")
    )
    monkeypatch.setattr("tempfile.TemporaryFile", None)
    made = Package()
    await made.build_in_background()
    assert made() == ZIP


def test_the_package_is_this_version_and_nothing_of_the_host() -> None:
    data = build_package()
    assert data == build_package()
    assert len(data) < 6_250_000, "fonts and pictures stay small enough for a friend's line"
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert {f"facedown/{name}" for name in source_package.NEEDED} <= set(names)
    assert all(name.startswith("facedown/") and ".." not in name for name in names)
    for page in (name for name in names if name.endswith(".md")):
        said = zipfile.ZipFile(io.BytesIO(data)).read(page).decode()
        for target in re.findall(r"\]\(([^)#\s]+)", said):
            goal = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
            assert "://" in target or goal in names, f"{page} leads to {target}, which is not in the package"
    assert not any(re.search(r"/\.|__pycache__|\.pyc|sqlite|/tests/|facedown\.toml", name) for name in names)
    inside = zipfile.ZipFile(io.BytesIO(data)).read("facedown/run.py")
    assert inside == (ROOT / "run.py").read_bytes()


def test_what_a_host_keeps_in_the_folder_stays_there(tmp_path: Path) -> None:
    for name in (
        *source_package.NEEDED,
        "LICENSE",
        "client/facedown_client/pics/1.png",
        "shared/facedown_shared/data/cards.json",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    for name in (
        "facedown.toml", "facedown.sqlite3", "client/facedown_client/.secret.json",
        "server/facedown_server/key.pem", "notes/a.txt",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("private")
    files = zipfile.ZipFile(io.BytesIO(build_package(tmp_path)))
    assert all(files.read(name) == b"x" for name in files.namelist())
    assert "facedown/shared/facedown_shared/data/cards.json" in files.namelist()
    assert bytes(build_package(tmp_path / "client")) == b""
    (tmp_path / "ready.zip").write_bytes(ZIP)
    assert build_package(tmp_path / "client", tmp_path / "ready.zip") == ZIP, "an image has it ready made"


@pytest.mark.slow
async def test_an_unpacked_copy_starts_and_plays_a_demo_by_its_own_files(tmp_path: Path) -> None:
    """In a folder whose path has spaces, as on many desktops."""
    zipfile.ZipFile(io.BytesIO(build_package())).extractall(tmp_path / "a folder with blanks")
    copy = tmp_path / "a folder with blanks" / "facedown"
    done = await trio.run_process(
        [sys.executable, "run.py", "--help"], cwd=copy, capture_stdout=True, stderr=subprocess.STDOUT
    )
    assert b"python run.py LINK" in done.stdout
    own = os.pathsep.join(str(copy / name) for name in ("server", "client", "shared"))
    variables = {**os.environ, "PYTHONPATH": own, "PYTHONUTF8": "1", "FACEDOWN_DATA": str(tmp_path)}
    demo = "import facedown_server, facedown_client.__main__ as program, facedown_shared as shared; "
    demo += "print(facedown_server.__file__, program.__file__, shared.__file__, sep='\\n'); program.main()"
    done = await trio.run_process(
        [sys.executable, "-P", "-c", demo, "demo", "--fast"], cwd=tmp_path, env=variables, capture_stdout=True
    )
    *files, said = done.stdout.decode().split("\n", 3)
    assert [Path(file).is_relative_to(copy) for file in files] == [True] * 3, files
    assert "wins" in said


@pytest.mark.parametrize(
    ("wanted", "language", "said"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-CN", "开放的房间"), ("fr, de;q=0.5", "en", "Open tables"),
        ("", "en", "Open tables"), (";=,,q" * 999, "en", "Open tables"),
    ],
)  # fmt: skip
def test_a_page_is_in_the_language_its_reader_asks_for(wanted: str, language: str, said: str) -> None:
    door = gateway()
    page = bytes(door(Request("/", Headers({"Accept-Language": wanted}))).body).decode()
    assert f'<html lang="{language}">' in page
    assert said in page
    again = bytes(door(Request("/", Headers())).body).decode()
    assert "Open tables" in again


def test_the_browsers_client_is_served_compressed_and_for_good() -> None:
    page = bytes(get("/t/R7K-42Q").body).decode()
    (address,) = re.findall(r'<script type="module" src="(/browser/app-\w+\.js)"', page)
    asked = Headers({"Accept-Encoding": "gzip, deflate"})
    packed, plain = gateway()(Request(address, asked)), get(address)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert "immutable" in packed.headers["Cache-Control"]
    for other in ("app.js", "app-AAAAAAAA.js", "files.json", "en.json", "../pages.py", ""):
        assert get(f"/browser/{other}").status_code == 404, other


def test_pages_are_compressed_for_a_browser_that_decodes_it() -> None:
    """Seen to fail: the page was sent as it is, two thirds of it in vain."""
    asked = Headers({"Accept-Encoding": "gzip, deflate"})
    for path in ("/", "/t/R7K-42Q", "/new", "/replay"):
        packed, plain = gateway()(Request(path, asked)), get(path)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in plain.headers
        assert gzip.decompress(packed.body) == plain.body
        assert packed.headers["Content-Security-Policy"] == plain.headers["Content-Security-Policy"]


def test_a_page_to_play_on_speaks_to_its_own_server_alone() -> None:
    def policy(host: str) -> str:
        return gateway()(Request("/t/R7K-42Q", Headers({"Host": host}))).headers["Content-Security-Policy"]

    assert policy("duels.example:81").endswith(
        "connect-src 'self' ws://duels.example:81 wss://duels.example:81"
    )
    assert policy("[::1]:7777").endswith("connect-src 'self' ws://[::1]:7777 wss://[::1]:7777")
    service = gateway()
    service.nodes = lambda: ("https://duels.example/n/a", "https://duels.example/n/b", "https://b.example")
    answer = service(Request("/n/b/t/R7K-42Q", Headers({"Host": "duels.example"})))
    assert answer.status_code == 200
    assert answer.headers["Content-Security-Policy"].endswith(
        "connect-src 'self' ws://duels.example wss://duels.example wss://b.example"
    ), "each name of the service once, whatever path its servers have there"
    assert policy("x; script-src *").endswith("connect-src 'self'"), "nothing else is put into a policy"


def test_another_host_name_renders_the_list_of_tables_no_second_time() -> None:
    """Seen to fail: 5 ms of CPU for the front page of a full lobby, for each request with another name."""
    rows = tuple(replace(OPEN, code=f"ABC{number:03}", host=f"Host {number}") for number in range(400))
    server = Gateway("A shop", lambda code: None, lambda: rows)

    def cost(work: Callable[[int], object]) -> float:
        spent = []
        for number in range(10):
            begun = time.process_time()
            work(number)
            spent.append(time.process_time() - begun)
        return min(spent)

    page = cost(lambda number: server(Request("/", Headers([("Host", f"name{number}")]))))
    assert page < 0.6 * cost(lambda number: table_list(rows))
