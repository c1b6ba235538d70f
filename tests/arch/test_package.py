"""What is shipped: a wheel with every file of the packages and no other; an image that finds its parts."""

from __future__ import annotations

import ipaddress
import re
import subprocess
import sys
import zipfile
from pathlib import Path

from server.config import OTHERS, PREFIX, Config
from shared.links import PORT
from tests.arch.source import CHECKOUT, PACKAGES, ROOT


def shipped(root: Path) -> set[str]:
    """Every file of the packages that a user needs."""
    return {
        path.relative_to(root).as_posix()
        for package in PACKAGES
        for path in (root / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_the_packages_and_nothing_else(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("facedown-*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == shipped(ROOT)
    assert not [name for name in names if name.startswith(CHECKOUT)]


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
    (fixed,) = re.findall(r"ipv4_address: (\S+)", compose)
    (subnet,), (given,) = (re.findall(rf"{key}: (\S+)", compose) for key in ("subnet", "ip_range"))
    assert ipaddress.IPv4Address(fixed) in ipaddress.IPv4Network(subnet)
    assert ipaddress.IPv4Address(fixed) not in ipaddress.IPv4Network(given)
    assert ipaddress.IPv4Network(given).subnet_of(ipaddress.IPv4Network(subnet))
    assert re.findall(r'FACEDOWN_PROXIES: "(\S+)"', compose) == [fixed]


def test_every_way_to_host_sets_settings_that_there_are() -> None:
    found = set()
    for name in ("Dockerfile", "docker-compose.yml", "deploy/facedown.service"):
        said = (ROOT / name).read_text(encoding="utf-8")
        found |= set(re.findall(r"^ *(?:Environment=|ENV )?(FACEDOWN_\w+)[=:]", said, re.MULTILINE))
        found |= set(re.findall(r" (FACEDOWN_\w+)=", said))
    settings = {f"{PREFIX}{name.upper()}" for name in (*Config.__struct_fields__, *OTHERS)}
    assert len(found) > 6
    assert found <= settings


def test_every_way_to_host_uses_the_same_port() -> None:
    for name in ("Dockerfile", "docker-compose.yml", "deploy/Caddyfile"):
        assert str(PORT) in (ROOT / name).read_text(encoding="utf-8")
