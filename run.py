"""The one command of facedown: `python run.py`, and `python run.py --help`.

Standard library only, and readable by Pythons too old to run it, so that they get a sentence instead of a
traceback: annotations newer than Python 3.6 stay in quotes. It makes `.venv` beside itself from a hashed
lock, and then hands over to the program. Nothing here knows a rule or a message.
"""

import contextlib
import difflib
import errno
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parent
OLDEST = (3, 11)


def later(text: str) -> str:
    """Mark a text that is said with `_` where it is shown (docs/develop/translating.md)."""
    return text


def _(text: str, **values: object) -> str:
    """A text in the language of this computer; a Python too old for the game reads English."""
    if sys.version_info < OLDEST:
        return text.format(**values) if values else text
    if str(ROOT / "shared") not in sys.path:
        sys.path.append(str(ROOT / "shared"))
    from facedown_shared.text import language

    with language.speaking([language.of_system()]):
        return language._(text, **values)


HELP = later("""\
facedown: card duels with a server that never tells you what you may not know.

  python run.py                     open the game
  python run.py host                open a table on this computer and get a link for a friend
  python run.py solo                play alone, both sides: combos, hands to try, puzzles; --text in words
  python run.py LINK                take a seat by a friend's link (http://…/t/R7K-42Q#seat=…); the code alone
                                    (R7K-42Q) is enough for a table that is open to all
  python run.py watch LINK          watch a duel instead; --text plays or watches in the terminal
  python run.py replay FILE         see a duel again that was kept; --text in words
  python run.py decks               list the decks there are

Without a window:

  python run.py demo                watch two bots duel in the terminal
  python run.py serve               run a server for others
  python run.py bot LINK            let a bot take the seat
  python run.py scenario FILE…      play duels from files and print how they end
  python run.py line FILE…          run lines kept as .duel files and say where each stands
  python run.py verify FILE         check the shuffles of a kept record again

For hosts (docs/host/README.md):

  python run.py relay LINK          watch a table and tell any number of spectators
  python run.py nodes               the servers of one database: who is there, how many tables each has
  python run.py drain               hand every table over to the other servers, before an upgrade
  python run.py check               look whether it could start, and what is wrong
  python run.py core                bring the engine of EDOPro, so that every card plays
  python run.py unfinished          which running duels this version can finish, before an upgrade
  python run.py list                the tables of the running server, a line each
  python run.py close TABLE         close one of them; its log is kept
  python run.py announce TEXT       say something at every table
  python run.py return TABLE SEAT   a link back for a player who has lost every other
  python run.py backup FILE         copy every duel while the server runs
  python run.py export TABLE FILE   write one table to a file, for another server
  python run.py import FILE         take a table from such a file

For those who change facedown:

  python run.py test [PART]         run the tests, or those of a part (server/room); options go to pytest
  python run.py style               look whether the code is laid out as agreed; --fix mends what it can
  python run.py types               look whether the types fit
  python run.py prove WHAT          play random duels and look whether a promise holds: rules, secrecy …
  python run.py bench               measure speed and size; bench load: what this machine can host
  python run.py setup               only install what is needed (--server: no window; --dev: tests too)

The first run installs everything into .venv, here in this folder, and takes about a minute.
Each command explains itself: python run.py serve --help
""")


class Command(NamedTuple):
    """A word of the command line: what must be installed for it, and the module that does it."""

    needs: str
    module: "tuple[str, ...]"
    adds: str = ""
    """What must be installed besides, of `ADDED`."""
    at_home: bool = False
    """Run in the project's folder, with what is not installed (tests, tools, proofs) importable."""


LAYERS = {
    "server": later("what needs no window"),
    "play": later("the game with its window"),
    "dev": later("the game and its tests"),
}
"""What can be installed, each with all before it, and what that is; `locks/` has a file for each."""

ADDED = {
    "core": later("what EDOPro's core runs in (wasmtime)"),
    "postgresql": later("what reaches PostgreSQL (psycopg)"),
}
"""What is installed besides a layer once a command needs it, and what that is; each has a lock of its own."""

HOSTS_WORDS = (
    "check", "unfinished", "line", "list", "nodes", "drain", "close", "announce", "return", "backup",
    "export", "import",
)  # fmt: skip

COMMANDS = {
    **{
        word: Command("server", ("facedown_server", word))
        for word in ("serve", "relay", "scenario", *HOSTS_WORDS)
    },
    "core": Command("server", ("facedown_server", "core"), adds="core"),
    "demo": Command("server", ("facedown_client", "demo")),
    "host": Command("play", ("facedown_client", "host")),
    **{word: Command("play", ("facedown_client", word)) for word in ("solo", "join", "watch", "replay")},
    **{word: Command("server", ("facedown_client", word)) for word in ("bot", "decks", "verify")},
    "test": Command("dev", ("tools.checks", "test"), at_home=True),
    "style": Command("dev", ("tools.checks", "style"), at_home=True),
    "types": Command("dev", ("mypy",), at_home=True),
    "bench": Command("dev", ("benchmarks",), at_home=True),
    "prove": Command("server", ("proofs",), at_home=True),
}
GAME = Command("play", ("facedown_client",))

LINK = re.compile(
    r"""\S+://\S+                        # a whole link
    | [^\s/]+ (:\d+ | \.[\w-]+ ) (/\S*)?  # duels.example, 192.168.1.20:7777/t/R7K-42Q
    | [A-Z0-9]{2,6} (-[A-Z0-9]{2,6})+   # a code people read to each other
    """,
    re.IGNORECASE | re.VERBOSE,
)

GAME_ALONE = later("A server hands out the game alone; what tests and measures it is in the whole project.")
NO_VENV = later(
    "This Python cannot make the folder that facedown installs into (its venv module is missing). "
    "On Debian or Ubuntu run `sudo apt install python3-venv`, then the same command again."
)
OFFLINE = later(
    "The packages facedown needs could not be fetched: this computer seems to be offline. "
    "Connect once and run the same command again; after that no internet is needed."
)
NO_PACKAGE = later(
    "There is no ready-made package for this Python on this system. "
    "Python 3.11 to 3.14 on 64-bit Linux, Windows and macOS are known to work."
)
FULL = later(
    "The disk is full: the packages facedown needs have no room. Make some and run the same command again."
)
FAILED = later("Installing failed; the lines above say why. The same command tries again.")
WHY = (
    ("No space left|Errno 28|not enough space|WinError 112|quota exceeded", FULL),
    ("NewConnectionError|NameResolutionError|Failed to establish|Network is unreachable", OFFLINE),
    ("getaddrinfo|name resolution|ProxyError|(Connect|Read)Timeout|Connection (refused|reset)", OFFLINE),
    ("No matching distribution", NO_PACKAGE),
)
"""What a failed step may have said, and what is told of it."""
FETCHED = ("Collecting ", "Processing ", "Requirement already", "Ignoring ")
"""How a line of pip begins that is about one more package."""


def main(words: "list[str]") -> int:
    """Do what the command line says; the exit code of what was run is passed on."""
    if sys.version_info < OLDEST:
        fail(
            _(
                "facedown needs Python 3.11 or newer, and this is Python {version}. "
                "Get a newer one from your system or from python.org, and run it with that.",
                version=sys.version.split()[0],
            )
        )
    if words and words[0] in ("-h", "--help", "help"):
        print(_(HELP))
        return 0
    if words and words[0] == "setup":
        return set_up_only(words[1:])
    command, rest = understand(words)
    if command.at_home and not (ROOT / "tests").is_dir():
        fail(_(GAME_ALONE))
    set_up("server" if "--text" in words and command.needs == "play" else command.needs)
    if "--help" not in rest:
        for name in besides(command, rest):
            add(name)
    return hand_over(command, rest)


def besides(command: Command, words: "list[str]") -> "list[str]":
    """What of `ADDED` a command needs: by itself, or for the database that it is given."""
    address = ("postgresql:", "postgresql+", "--database=postgresql")
    given = [*words, os.environ.get("FACEDOWN_DATABASE", "")]
    reaches = command.module[0] == "facedown_server" and any(word.startswith(address) for word in given)
    return [name for name in (command.adds, "postgresql" if reaches else "") if name]


def understand(words: "list[str]") -> "tuple[Command, list[str]]":
    """The command meant, and the words that are passed on to it."""
    if not words:
        return GAME, []
    first = words[0]
    if first in COMMANDS:
        return COMMANDS[first], words[1:]
    if not LINK.fullmatch(first) and not first.startswith("-"):
        close = difflib.get_close_matches(first, [*COMMANDS, "setup"], 1)
        run = as_typed()
        hint = (
            _("Did you mean `{run} {command}`?", run=run, command=close[0])
            if close
            else _("`{run} --help` lists them.", run=run)
        )
        fail(_("`{word}` is neither a command nor a link. {hint}", word=first, hint=hint), 2)
    return GAME, words


def set_up_only(words: "list[str]") -> int:
    """`setup`, `setup --server` or `setup --dev`."""
    layers = {"--server": "server", "--dev": "dev"}
    if len(words) > 1 or any(word not in layers for word in words):
        fail(_("`setup` takes `--server` (no window), `--dev` (tests too), or nothing."), 2)
    layer = layers[words[0]] if words else "play"
    set_up(layer)
    tell(_("facedown is ready ({layer}). `python run.py --help` says what it can do.", layer=layer))
    return 0


# Setting up. `.venv/facedown.json` says what a finished set-up installed and what was added. `.venv.setup`
# exists, and is locked, while one runs: found without the other, it tells of one that was interrupted.


def venv_python(venv: Path) -> Path:
    """The interpreter of a virtual environment."""
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def lock_file(layer: str) -> Path:
    """The lock of a layer, or of what is added to one."""
    return ROOT / "locks" / f"{layer}.txt"


def wanted_stamp(layer: str, added: "list[str]") -> "dict[str, str]":
    """What `.venv/facedown.json` holds when these are installed and nothing has changed since."""
    digest = hashlib.sha256(lock_file(layer).read_bytes() + (ROOT / "pyproject.toml").read_bytes())
    besides = {name: hashlib.sha256(lock_file(name).read_bytes()).hexdigest() for name in added}
    return {"layer": layer, "lock": digest.hexdigest(), "folder": str(ROOT), **besides}


def added_to(stamp: "dict[str, str]") -> "list[str]":
    """What a finished set-up had besides its layer."""
    return [name for name in ADDED if name in stamp]


def read_stamp(venv: Path) -> "dict[str, str]":
    """What the last finished set-up wrote, or nothing."""
    try:
        stamp = json.loads((venv / "facedown.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) and stamp.get("layer") in LAYERS and "folder" in stamp else {}


def is_ready(venv: Path, layer: str) -> bool:
    """Whether this layer, or one above it, is installed from the lock as it is now."""
    stamp = read_stamp(venv)
    return (
        bool(stamp)
        and list(LAYERS).index(stamp["layer"]) >= list(LAYERS).index(layer)
        and stamp == wanted_stamp(stamp["layer"], added_to(stamp))
        and venv_python(venv).exists()
    )


def set_up(layer: str) -> None:
    """Make `.venv` hold this layer. Quick when it already does."""
    venv = ROOT / ".venv"
    if is_ready(venv, layer):
        return
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        fail(_(NO_VENV))
    try:
        with alone(venv.with_name(".venv.setup")) as was_there:
            if not is_ready(venv, layer):
                before = read_stamp(venv)
                fresh = before["folder"] != str(ROOT) if before else was_there
                wanted = max(layer, before.get("layer", layer), key=list(LAYERS).index)
                install(venv, wanted, added_to(before), fresh)
    except OSError as error:
        not_written(error)


def add(name: str) -> None:
    """Install this besides what a finished set-up has. Quick when it is there."""
    venv = ROOT / ".venv"
    try:
        with alone(venv.with_name(".venv.setup")):
            stamp = read_stamp(venv)
            wanted = wanted_stamp(stamp["layer"], sorted({*added_to(stamp), name}))
            if stamp != wanted:
                tell(_("Adding to {venv}: {what} (once).", venv=venv, what=_(ADDED[name])))
                run_step(pip_install(venv, name))
                write_stamp(venv, wanted)
    except OSError as error:
        not_written(error)


def not_written(error: OSError) -> NoReturn:
    """End with a sentence of what could not be written."""
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        fail(_(FULL))
    why, file = error.strerror or error, error.filename or _("no file named")
    fail(_("Setting up in {folder} failed: {why} ({file}).", folder=ROOT, why=why, file=file))


def pip_install(venv: Path, name: str) -> "list[str]":
    """How pip installs a lock."""
    pip = [str(venv_python(venv)), "-I", "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    return [*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(lock_file(name))]


def write_stamp(venv: Path, stamp: "dict[str, str]") -> None:
    """Say what is installed now."""
    draft = venv / "facedown.new"
    draft.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
    os.replace(str(draft), str(venv / "facedown.json"))


def install(venv: Path, layer: str, added: "list[str]", fresh: bool) -> None:
    """Fill the environment from the lock, then with this project itself. `fresh`: keep nothing of it.

    A half-written package looks installed to pip, so an interrupted set-up begins anew; and an environment
    holds its own place in many files, so it does after the folder was moved.
    """
    what = _(LAYERS[layer])
    tell(_("Setting up facedown in {venv}: {what} (once; later starts skip this).", venv=venv, what=what))
    stamp = venv / "facedown.json"
    if stamp.exists():
        stamp.unlink()
    python = venv_python(venv)
    if fresh or not works(python):
        run_step([sys.executable, "-I", "-m", "venv", "--clear", str(venv)], NO_VENV)
    lock = lock_file(layer)
    total = len(re.findall(r"^[A-Za-z0-9]", lock.read_text(encoding="utf-8"), re.MULTILINE))
    run_step(pip_install(venv, layer), total=total)
    for name in added:
        run_step(pip_install(venv, name))
    pip = [str(python), "-I", "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    run_step([*pip, "--no-deps", "--no-build-isolation", "--quiet", "-e", str(ROOT)])
    write_stamp(venv, wanted_stamp(layer, added))


def works(python: Path) -> bool:
    """Whether an environment is there whose pip can be used."""
    if not python.exists():
        return False
    return subprocess.run([str(python), "-I", "-m", "pip", "--version"], capture_output=True).returncode == 0


def run_step(command: "list[str]", otherwise: str = FAILED, total: int = 0) -> None:
    """Run one step of the set-up, showing how far it is; if it fails, say why in a sentence."""
    lines: list[str] = []
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**clean_environment(), "PIP_USER": "0", "PYTHONUTF8": "1"},
        encoding="utf-8",
        errors="replace",
    ) as step:
        try:
            for line in step.stdout or ():
                lines.append(line.rstrip())
                if total:
                    show_progress(lines, total)
            code = step.wait()
        except KeyboardInterrupt:
            step.wait()
            fail("\n" + _("The set-up was interrupted. The same command starts it again."), 130)
    if code:
        why = reason("\n".join(lines), otherwise)
        if why != OFFLINE:
            tell("\n".join(["", *lines[-12:], ""]))
        fail(_(why))


def show_progress(lines: "list[str]", total: int) -> None:
    """One line on a terminal, rewritten; a few lines in a log."""
    if lines[-1].startswith("Installing collected"):
        tell("  " + _("installing …"))
    elif lines[-1].startswith(FETCHED):
        seen = sum(line.startswith(FETCHED) for line in lines)
        words = "  " + _("{seen} of {total} packages", seen=seen, total=total)
        if sys.stderr.isatty():
            print(words, end="\r", file=sys.stderr, flush=True)
        elif seen % 10 == 0:
            tell(words)


def reason(said: str, otherwise: str = FAILED) -> str:
    """The likeliest reason that a step failed, in a sentence."""
    return next((told for signs, told in WHY if re.search(signs, said, re.IGNORECASE)), otherwise)


@contextlib.contextmanager
def alone(path: Path) -> "Iterator[bool]":
    """Hold this file, after any set-up that does; says whether it was there. A failure leaves it behind."""
    was_there = path.exists()
    with path.open("a+b") as held:
        if not take(held.fileno(), wait=False):
            tell(_("Another set-up is running; waiting for it …"))
            take(held.fileno(), wait=True)
        yield was_there
    with contextlib.suppress(OSError):  # gone already, or still open in a set-up that waited
        path.unlink()


def take(file: int, wait: bool) -> bool:
    """Lock an open file for this process; the system lets go of it however the process ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return take(file, wait) if wait else False
    return True


# Handing over to the program.


def clean_environment() -> "dict[str, str]":
    """The environment without what would put other code before ours."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}


def as_typed() -> str:
    """How this was started, for sentences that name another command."""
    return f"{Path(sys.orig_argv[0]).name.removesuffix('.exe')} run.py"


def hand_over(command: Command, rest: "list[str]") -> int:
    """Become the program where the system can do that; else run it, wait, and pass on its exit code."""
    python = str(venv_python(ROOT / ".venv"))
    line = [python, "-P", "-m", *command.module, *rest]
    environment = clean_environment()
    if command.at_home:
        os.chdir(str(ROOT))
        environment["PYTHONPATH"] = str(ROOT)
    else:
        environment["FACEDOWN_STARTED_BY"] = as_typed()
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "posix":
        os.execve(python, line, environment)  # Ctrl+C, signals and the exit code are then the program's own
    child = subprocess.Popen(line, env=environment)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # the console sent it to the child too; the child decides what it means
            continue


def tell(text: str) -> None:
    """Say something to the person, without what acts on a terminal; stdout belongs to the program."""
    shown = "".join(letter for letter in text if letter.isprintable() or letter in "\n\u00a0\u3000")
    print(shown, file=sys.stderr, flush=True)


def fail(sentence: str, code: int = 1) -> NoReturn:
    """End with a sentence."""
    tell(sentence)
    raise SystemExit(code)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
