"""The release: a wheel with every file of the packages and no other; an image that finds its parts."""

from __future__ import annotations

import ipaddress
import re
import subprocess
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from facedown_server.service.config import OTHERS, PREFIX, Config
from facedown_shared.network.links import DEFAULT_PORT
from tests.arch.shipped.wheels import Environment, clean_variables
from tests.arch.source import CHECKOUT, PACKAGES, ROOT, path_of


def find_shipped_files(root: Path) -> set[str]:
    """Return every file of the packages that a user needs."""
    return {
        path.relative_to((root / path_of(package)).parent).as_posix()
        for package in PACKAGES
        for path in (root / path_of(package)).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_the_packages_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == find_shipped_files(ROOT)
    assert not [name for name in names if name.startswith((*CHECKOUT, "tests"))]


@pytest.fixture(scope="module")
def scripts_folder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the scripts of an environment with the wheel and its requirements, copied from ours."""
    environment = Environment(tmp_path_factory.mktemp("empty"))
    environment.install(wheel)
    environment.copy_requirements()
    return environment.scripts


@pytest.mark.slow
def test_the_wheel_alone_plays_a_demo(scripts_folder: Path, tmp_path: Path) -> None:
    answer = subprocess.run(
        [scripts_folder / "facedown", "demo", "--fast"],
        cwd=tmp_path,
        env=clean_variables(tmp_path),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert answer.returncode == 0, answer.stderr
    assert "wins" in answer.stdout


@pytest.mark.slow
def test_the_wheel_alone_serves_and_stops(scripts_folder: Path, tmp_path: Path) -> None:
    line = [
        str(scripts_folder / "facedown-server"),
        "serve",
        "--port",
        "0",
        "--bind",
        "127.0.0.1",
        "--no-discovery",
    ]
    with subprocess.Popen(
        [*line, "--until-input-ends"],
        cwd=tmp_path,
        env=clean_variables(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as server:
        assert server.stdin
        assert server.stdout
        port = next(int(match[1]) for said in server.stdout if (match := re.search(r"on .*:(\d+)$", said)))
        with urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
            assert "facedown" in page.read().decode()
        server.stdin.close()
        assert server.wait(60) == 0


def test_the_image_copies_what_is_there_and_not_ignored() -> None:
    recipe = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    allowed = {
        line[1:].rstrip("/") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"
    }
    wanted = {
        source
        for line in re.findall(r"^COPY (?!--)(.+)$", recipe, re.MULTILINE)
        for source in line.split()[:-1]
    }
    assert wanted == allowed
    assert all((ROOT / source).exists() for source in wanted)


def test_nobody_is_given_the_address_of_the_proxy() -> None:
    """Seen to fail: `docker compose --profile tls up` gave it to the server, which starts first."""
    compose = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    proxies = re.findall(r"ipv4_address: (\S+)", compose)
    (subnet,), (given,) = (re.findall(rf"{key}: (\S+)", compose) for key in ("subnet", "ip_range"))
    for fixed in proxies:
        assert ipaddress.IPv4Address(fixed) in ipaddress.IPv4Network(subnet)
        assert ipaddress.IPv4Address(fixed) not in ipaddress.IPv4Network(given)
    assert ipaddress.IPv4Network(given).subnet_of(ipaddress.IPv4Network(subnet))
    assert len(set(proxies)) == 2, "one before a server that stands alone, one before several"
    assert sorted(re.findall(r'FACEDOWN_PROXIES: "(\S+)"', compose)) == sorted(proxies)


def test_each_of_several_servers_has_its_path_and_the_proxy_leads_there() -> None:
    compose = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    proxy = (ROOT / "deploy" / "Caddyfile.many").read_text(encoding="utf-8")
    names = re.findall(r"FACEDOWN_NODE: (\w+)", compose)
    assert names == ["a", "b", "c"]
    assert re.findall(r"FACEDOWN_PUBLIC_URL: .*/n/(\w+)\"", compose) == names
    for name in names:
        assert f"  node-{name}:\n" in compose
        assert f"@{name} path /n/{name} /n/{name}/*\n" in proxy
        first = re.search(rf"handle @{name} {{\n\s+reverse_proxy (\S+)", proxy)
        assert first is not None
        assert first[1].endswith(f":node-{name}:{DEFAULT_PORT}}}"), "its own server is asked first"
    nginx = (ROOT / "deploy" / "nginx.many.conf").read_text(encoding="utf-8")
    for name in names:
        assert f"~^/n/{name}(/|$) facedown_{name};\n" in nginx
        first = re.search(rf"upstream facedown_{name} {{\n\s+server (\S+)", nginx)
        assert first is not None
        assert first[1] == f"node-{name}:{DEFAULT_PORT}"


def test_every_way_to_host_sets_settings_that_there_are() -> None:
    found = set()
    for name in ("Dockerfile", "docker-compose.yml", "deploy/facedown.service", "deploy/Caddyfile.many"):
        said = (ROOT / name).read_text(encoding="utf-8")
        found |= set(re.findall(r"^ *(?:Environment=|ENV )?(FACEDOWN_\w+)[=:]", said, re.MULTILINE))
        found |= set(re.findall(r" (FACEDOWN_\w+)=", said))
    settings = {f"{PREFIX}{name.upper()}" for name in (*Config.__struct_fields__, *OTHERS)}
    assert len(found) > 6
    assert found <= settings


def test_every_way_to_host_uses_the_same_port() -> None:
    for name in ("Dockerfile", "docker-compose.yml", "deploy/Caddyfile", "deploy/Caddyfile.many"):
        assert str(DEFAULT_PORT) in (ROOT / name).read_text(encoding="utf-8")
