"""A PostgreSQL server of one's own: in a temporary folder, on a port of this machine, for proofs and tests.

PostgreSQL refuses to run as root, so root starts it as an ordinary user.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

SETTINGS = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "shared_buffers": "16MB",
            "max_connections": "60", "checkpoint_timeout": "1h", "logging_collector": "off"}  # fmt: skip

PROGRAM_TIMEOUT_S = 60
"""Seconds after which a program of PostgreSQL's has failed."""


@cache
def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest where there are several; None where there
    are none.
    """
    debian = Path("/usr/lib/postgresql")
    if debian.exists():
        found = sorted(debian.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3].partition(".")[0]))
        if found:
            return found[-1].parent
    there = shutil.which("initdb")
    return Path(there).resolve().parent if there and os.name == "posix" else None


@cache
def ordinary() -> str | None:
    """Return the user it runs as, where we are root; None where we are an ordinary user ourselves."""
    if os.geteuid():
        return None
    import pwd  # missing on Windows, where this is never called

    known = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def free_port() -> int:
    """Return a port of this machine that is not in use."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        return int(free.getsockname()[1])


class Cluster:
    """One PostgreSQL server in a folder of its own, on a port of this machine."""

    def __init__(self, *more: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="facedown-postgresql-"))
        if user := ordinary():
            shutil.chown(self.folder, user)
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", self.data, "-U", "tests", "-A", "trust", "-E", "UTF8", "--no-locale",
                  "--no-sync", *more)  # fmt: skip

    @classmethod
    @contextmanager
    def run(cls, *more: str, **settings: str) -> Iterator[Cluster]:
        """Start one, and delete all of it at the end. `more`: for initdb."""
        cluster = cls(*more)
        try:
            cluster.start(**settings)
            yield cluster
        finally:
            cluster.remove()

    @property
    def data(self) -> str:
        """The folder of its data."""
        return str(self.folder / "data")

    @property
    def pid(self) -> int:
        """The process ID of its first process, whose children do its work."""
        assert self.process is not None, "it runs"
        return self.process.pid

    def address(self, name: str = "postgres", port: int = 0) -> str:
        """Return the address of a database of this name, as our settings write it."""
        return f"postgresql+psycopg://tests@127.0.0.1:{port or self.port}/{name}"

    def start(self, **settings: str) -> None:
        """Start it, and wait until it takes connections."""
        options = [f"-c{name}={value}" for name, value in {**SETTINGS, **settings}.items()]
        program = str((programs() or Path()) / "postgres")
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [program, "-D", self.data, "-p", str(self.port), *options],
                user=ordinary(), cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=log,
            )  # fmt: skip
        for _ in range(PROGRAM_TIMEOUT_S):
            ready = subprocess.run(
                [program.replace("bin/postgres", "bin/pg_isready"), "-q", "-h", "127.0.0.1", "-p",
                 str(self.port), "-t", "1"], check=False, timeout=PROGRAM_TIMEOUT_S,
            )  # fmt: skip
            if not ready.returncode:
                return
            with_life = self.process.poll() is None
            assert with_life, (self.folder / "log").read_text()
            try:
                self.process.wait(0.2)
            except subprocess.TimeoutExpired:
                continue
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: cleanly, but without waiting for its clients; with SIGQUIT as if it had crashed."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PROGRAM_TIMEOUT_S)
            self.process = None

    def remove(self) -> None:
        """Stop it, and delete its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def promote(self) -> None:
        """Begin another timeline, as when a standby takes over."""
        self.stop()
        (self.folder / "data" / "standby.signal").touch()
        if user := ordinary():
            shutil.chown(self.folder / "data" / "standby.signal", user)
        self.start(hot_standby="on")
        self._run("pg_ctl", "-D", self.data, "-w", "promote")

    @contextmanager
    def follow_wal(self) -> Iterator[None]:
        """Whether a process copies its write-ahead log as it is written; commits do not wait for it, as with
        an asynchronous standby.
        """
        import psycopg

        program, where = str((programs() or Path()) / "pg_receivewal"), self.folder / "followed"
        where.mkdir()
        if user := ordinary():
            shutil.chown(where, user)
        process = subprocess.Popen(
            [program, "-D", where, "-h", "127.0.0.1", "-p", str(self.port), "-U", "tests"],
            user=ordinary(), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            with psycopg.connect(f"host=127.0.0.1 port={self.port} user=tests dbname=postgres") as connection:
                connection.autocommit = True
                for _ in range(PROGRAM_TIMEOUT_S):
                    if connection.execute("SELECT 1 FROM pg_stat_replication").fetchone():
                        break
                    connection.execute("SELECT pg_sleep(0.1)")
            yield
        finally:
            process.kill()
            process.wait()

    def database(self, name: str) -> str:
        """Return the address of an empty database of this name, or of the existing one."""
        import psycopg

        with psycopg.connect(f"host=127.0.0.1 port={self.port} user=tests dbname=postgres") as connection:
            connection.autocommit = True
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
                connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def ask_for_passwords(self) -> None:
        """Require a password of every connection from now on."""
        rules = self.folder / "data" / "pg_hba.conf"
        rules.write_text("host all all 127.0.0.1/32 scram-sha-256\n", encoding="utf-8")
        self._run("pg_ctl", "-D", self.data, "reload")

    def limit_files(self, process: int, size: int) -> None:
        """Limit the files of one of its processes to so many bytes: as if the disk were full."""
        command = ["prlimit", "--pid", str(process), f"--fsize={size}:unlimited"]
        subprocess.run(command, user=ordinary(), cwd=self.folder, check=True, timeout=PROGRAM_TIMEOUT_S)

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str((programs() or Path()) / program), *words],
            user=ordinary(), cwd=self.folder, capture_output=True, text=True, timeout=PROGRAM_TIMEOUT_S,
            check=False,
        )  # fmt: skip
        assert not done.returncode, done.stderr
