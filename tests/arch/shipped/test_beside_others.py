"""The wheel beside foreign packages named `server`, `client` and `shared`: neither touches the other."""

from __future__ import annotations

import hashlib
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests import postgresql
from tests.arch.shipped.wheels import Environment, clean_variables, pack_wheel
from tests.arch.source import PACKAGES

FOREIGN = ("server", "client", "shared")
FOREIGN_FILES = {
    "__init__.py": "OWNER = 'somebody else'\n",
    "__main__.py": "raise SystemExit('the program of somebody else')\n",
    "command.py": "raise ImportError('a module of somebody else')\n",
    "data/words.txt": "their words\n",
}
PROGRAM = """
import server, client, shared
import sys
from importlib import import_module
assert {package.OWNER for package in (server, client, shared)} == {"somebody else"}
module = import_module(sys.argv.pop(1))
assert sys.modules["server"] is server
module.main()
"""
"""Imports the foreign packages before it runs a command of facedown in the same process."""

STOP_TIMEOUT_S = 60


def foreign_digests(site: Path) -> dict[str, str]:
    """Return the digest of every file of the foreign packages and their installation records."""
    return {
        path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for name in FOREIGN
        for folder in (site / name, site / f"{name}-1.0.dist-info")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def our_files(site: Path) -> list[str]:
    """Return the files in the environment under a name of ours."""
    return sorted(path.name for path in site.glob("facedown*"))


@contextmanager
def run_server(line: list[str], folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run a server and yield its process and port; kill it at the end if it has not ended."""
    with subprocess.Popen(
        line, cwd=folder, env=clean_variables(folder), stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        assert server.stdout
        try:
            yield (
                server,
                next(int(match[1]) for said in server.stdout if (match := re.search(r"on .*:(\d+)$", said))),
            )
        finally:
            server.kill()


@pytest.mark.slow
@postgresql.needed
def test_the_wheel_and_packages_of_the_same_names_as_its_folders_leave_each_other_alone(
    wheel: Path, tmp_path: Path
) -> None:
    environment = Environment(tmp_path / "environment")
    for name in FOREIGN:
        files = {f"{name}/{path}": text for path, text in FOREIGN_FILES.items()}
        environment.install(pack_wheel(tmp_path, name, files))
    site, before = environment.site, foreign_digests(environment.site)
    assert {f"{name}/{path}" for name in FOREIGN for path in FOREIGN_FILES} < before.keys()

    environment.install(wheel)
    environment.copy_requirements("postgresql")
    assert foreign_digests(site) == before
    assert {*PACKAGES} < {*our_files(site)}

    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    run = [str(environment.scripts / "python"), str(program)]
    demo = subprocess.run(
        [*run, "facedown_client.__main__", "demo", "--fast"],
        cwd=site,  # where a carelessly started child would import the foreign packages first
        env=clean_variables(tmp_path),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert demo.returncode == 0, demo.stderr
    assert "wins" in demo.stdout

    serve = ["facedown_server.__main__", "serve", "--workers", "2", "--port", "0", "--bind", "127.0.0.1"]
    database = ["--no-discovery", "--database", postgresql.database_of(tmp_path)]
    with run_server([*run, *serve, *database], tmp_path) as (server, port):
        with urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
            assert "facedown" in page.read().decode()
        server.send_signal(signal.SIGTERM)
        assert server.wait(STOP_TIMEOUT_S) == 0
    assert foreign_digests(site) == before

    environment.run_pip("uninstall", "--quiet", "--yes", "facedown")
    assert our_files(site) == []
    assert not [path for path in environment.scripts.iterdir() if path.name.startswith("facedown")]
    assert foreign_digests(site) == before
