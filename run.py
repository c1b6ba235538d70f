"""The one command of facedown: `python run.py`, and `python run.py --help`.

Standard library only, and readable by Pythons too old to run it, so that they get a sentence instead of a
traceback: annotations newer than Python 3.6 stay in quotes. It makes `.venv` beside itself from a hashed
lock, and then hands over to the program. Nothing here knows a rule or a message.
"""

import ast
import contextlib
import difflib
import errno
import functools
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parent
OLDEST = (3, 11)


def gettext_noop(text: str) -> str:
    """Mark a text that is said with `_` where it is shown (docs/develop/translating.md)."""
    return text


def _(text: str, **values: object) -> str:
    """A text in the language of this computer; a Python too old for the game reads English."""
    if sys.version_info < OLDEST:
        return text.format(**values) if values else text
    language = _languages()
    with language.use_language([language.system_language()]):
        return str(language._(text, **values))


@functools.cache
def _languages() -> Any:
    """Load the module of languages by its path: its package imports libraries that are not installed yet."""
    if str(ROOT / "shared") not in sys.path:
        sys.path.append(str(ROOT / "shared"))
    path = ROOT / "shared" / "facedown_shared" / "text" / "language.py"
    spec = importlib.util.spec_from_file_location("facedown_language", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ABOUT = gettext_noop("facedown: card duels with a server that never sends what the rules hide.")
SECTIONS = (
    ("", " LINK host solo watch replay decks"),
    (gettext_noop("Without a window:"), "demo serve bot scenario line verify links"),
    (
        gettext_noop("For hosts (docs/host/README.md):"),
        (
            "event relay nodes drain check core unfinished open list close kick ban unban bans mute unmute "
            "say return forget backup export import"
        ),
    ),
    (gettext_noop("For those who change facedown:"), "test style types prove bench release setup"),
)
"""What the help lists: a title, and the commands below it."""
NOTES = (
    gettext_noop(
        "The first run installs everything into .venv, here in this folder, and takes about a minute."
    ),
    gettext_noop("Each command explains itself: python run.py serve --help"),
)
LEFT_LETTERS = 34
"""Letters of the help's left column, beside which lines have RIGHT_LETTERS, half as many wide ones."""
RIGHT_LETTERS = 74
FIRST_WIDE_LETTER = "\u2e80"


class Command(NamedTuple):
    """A word of the command line: what must be installed for it, and the module that does it."""

    needs: str
    module: "tuple[str, ...]"
    adds: str = ""
    """What must be installed besides, of `ADDED`."""
    at_home: bool = False
    """Run in the project's folder, with what is not installed (tests, tools, proofs) importable."""
    arguments: str = ""
    about: str = ""
    """What it does; of more than one sentence the help shows the first."""


LAYERS = {
    "server": gettext_noop("what needs no window"),
    "play": gettext_noop("the game with its window"),
    "dev": gettext_noop("the game and its tests"),
}
"""What can be installed, each with all before it, and what that is; `locks/` has a file for each."""

ADDED = {
    "core": gettext_noop("what EDOPro's core runs in (wasmtime)"),
    "postgresql": gettext_noop("what reaches PostgreSQL (psycopg)"),
    "event": gettext_noop("what pairs the players of an event (networkx)"),
    "release": gettext_noop("what builds a release (PyInstaller and others)"),
}
"""What is installed besides a layer once a command needs it, and what that is; each has a lock of its own."""

PROGRAMS = {
    "facedown_client": "client/facedown_client/commands/command.py",
    "facedown_server": "server/facedown_server/service/command.py",
}
"""The file in which each program states its commands: names, arguments, options and help."""
PLAYED = ("host", "solo", "join", "watch", "replay")
"""Their commands that open a window."""
ADDING = {"core": "core", "event": "event"}
"""Their commands for which something of `ADDED` must be there."""

GAME = Command("play", ("facedown_client",), about=gettext_noop("Open the game."))
SETUP = Command(
    "play", (), about=gettext_noop("Only install what is needed (--server: no window; --dev: tests too).")
)
BY_LINK = Command(
    "play", ("facedown_client",),
    about=gettext_noop(
        "Take a seat by a friend's link (http://…/t/R7K-42Q#seat=…); the code alone (R7K-42Q) is enough for "
        "a table that is open to all."
    ),
)  # fmt: skip
DEVELOPERS = {
    "test": Command(
        "dev", ("tools.checks", "test"), "", True, "[PART]",
        gettext_noop("Run the tests, or those of a part (server/room); options go to pytest."),
    ),
    "style": Command(
        "dev", ("tools.checks", "style"), "", True, "",
        gettext_noop("Check the code style; --fix fixes what it can."),
    ),
    "types": Command("dev", ("mypy",), "", True, "", gettext_noop("Check the types.")),
    "bench": Command(
        "dev", ("benchmarks",), "", True, "",
        gettext_noop("Measure speed and size; bench load: what this machine can host."),
    ),
    "release": Command(
        "dev", ("tools.release",), "release", True, "",
        gettext_noop("Build the files of a release: packages, program, image."),
    ),
    "prove": Command(
        "server", ("proofs",), "", True, "WHAT",
        gettext_noop("Play random duels and check an invariant: rules, secrecy …"),
    ),
}  # fmt: skip


@functools.lru_cache(maxsize=None)  # noqa: UP033 - no other where Python is too old
def commands() -> "dict[str, Command]":
    """Every command by its word. Those of the programs are read from their files: nothing is installed yet
    that could import them."""
    found: dict[str, Command] = {}
    for package, file in PROGRAMS.items():
        source = Path(__file__).resolve().with_name(file.partition("/")[0]) / file.partition("/")[2]
        for node in ast.parse(source.read_text(encoding="utf-8")).body:
            word = word_of(node) if isinstance(node, ast.FunctionDef) else ""
            if isinstance(node, ast.FunctionDef) and word:
                layer = "play" if word in PLAYED else "server"
                about, given = ast.get_docstring(node) or "", " ".join(arguments_of(node))
                found[word] = Command(layer, (package, word), ADDING.get(word, ""), False, given, about)
    return {**found, **DEVELOPERS}


def word_of(node: ast.FunctionDef) -> str:
    """The word of a command that its program lists; "" for any other function."""
    for call in calls(node, "cli.command"):
        given = {one.arg: ast.literal_eval(one.value) for one in call.keywords}
        return "" if given.get("hidden") else str(given.get("name", node.name))
    return ""


def arguments_of(node: ast.FunctionDef) -> "list[str]":
    """What is written after a command's word, as its help calls it."""
    many = {"nargs"}
    return [
        ast.literal_eval(call.args[0]).upper() + "…" * (many <= {one.arg for one in call.keywords})
        for call in calls(node, "click.argument")
    ]


def calls(node: ast.FunctionDef, name: str) -> "list[ast.Call]":
    """The decorators of a function that are calls of this."""
    found = [one for one in node.decorator_list if isinstance(one, ast.Call)]
    return [one for one in found if ast.unparse(one.func) == name]


def help_text() -> str:
    """What `--help` says, in the language of this computer."""
    parts, known = [_(ABOUT)], {**commands(), "": GAME, "LINK": BY_LINK, "setup": SETUP}
    for title, words in SECTIONS:
        rows = "\n".join(help_row(word, known[word]) for word in words.split(" "))
        parts += [_(title), rows] if title else [rows]
    return "\n\n".join([*parts, "\n".join(_(note) for note in NOTES)])


def help_row(word: str, command: Command) -> str:
    """A command and the first sentence of what it does."""
    text = " ".join(_(command.about).partition("\n\n")[0].split())
    text = re.split(r"(?<=。)|(?<=\.)\s", text, maxsplit=1)[0]
    letters = RIGHT_LETTERS // 2 if max(text) >= FIRST_WIDE_LETTER else RIGHT_LETTERS
    left = " ".join(part for part in ("python run.py", word, command.arguments) if part)
    lines = textwrap.wrap(text, letters, break_on_hyphens=False)
    return "\n".join(f"  {(left, '')[bool(n)].ljust(LEFT_LETTERS)}{line}" for n, line in enumerate(lines))


LINK = re.compile(
    r"""\S+://\S+                        # a whole link
    | [^\s/]+ (:\d+ | \.[\w-]+ ) (/\S*)?  # duels.example, 192.168.1.20:7777/t/R7K-42Q
    | [A-Z0-9]{2,6} (-[A-Z0-9]{2,6})+   # a code people read to each other
    """,
    re.IGNORECASE | re.VERBOSE,
)

GAME_ALONE = gettext_noop(
    "A server offers only the game for download; tests and benchmarks are in the whole project."
)
NO_VENV = gettext_noop(
    "This Python cannot create the virtual environment that facedown installs into (its venv module is "
    "missing). On Debian or Ubuntu run `sudo apt install python3-venv`, then the same command again."
)
OFFLINE = gettext_noop(
    "The packages facedown needs could not be downloaded: this computer seems to be offline. Connect once "
    "and run the same command again; after that no internet is needed."
)
NO_PACKAGE = gettext_noop(
    "There is no ready-made package for this Python on this system. "
    "Python 3.11 to 3.14 on 64-bit Linux, Windows and macOS are known to work."
)
FULL = gettext_noop(
    "The disk is full: there is no room for the packages facedown needs. Free some space and run the same "
    "command again."
)
FAILED = gettext_noop("Installing failed; the lines above say why. The same command tries again.")
WHY = (
    ("No space left|Errno 28|not enough space|WinError 112|quota exceeded", FULL),
    ("NewConnectionError|NameResolutionError|Failed to establish|Network is unreachable", OFFLINE),
    ("getaddrinfo|name resolution|ProxyError|(Connect|Read)Timeout|Connection (refused|reset)", OFFLINE),
    ("No matching distribution", NO_PACKAGE),
)
"""What a failed step may have said, and what is told of it."""
PROGRESS_LETTERS = 40
"""Letters of a line of progress on a terminal, so that a shorter one covers it."""
FETCHED = ("Collecting ", "Processing ", "Requirement already", "Ignoring ")
"""How a line of pip begins that is about one more package."""


def version_text() -> str:
    """Return the sentence with the version of this folder; nothing needs to be installed for it."""
    versions = re.findall(r'(?m)^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return _("%(prog)s, version %(version)s") % {"prog": "facedown", "version": versions[0]}


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
        print(help_text(), flush=True)
        return 0
    if "--version" in words[:2]:
        print(version_text(), flush=True)
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
    """What of `ADDED` a command needs: by itself, or for the database or the event that it is given."""
    address = ("postgresql:", "postgresql+", "--database=postgresql")
    given = [*words, os.environ.get("FACEDOWN_DATABASE", "")]
    is_server = command.module[0] == "facedown_server"
    reaches = is_server and any(word.startswith(address) for word in given)
    set_before = os.environ.get("FACEDOWN_EVENT") or os.environ.get("FACEDOWN_EVENTS", "0") != "0"
    has_event = is_server and (set_before or {"--event", "--events"} & {*map(option, words)})
    adds = (command.adds, "postgresql" if reaches else "", "event" if has_event else "")
    return [name for name in adds if name]


def option(word: str) -> str:
    """The option that a word names: --event for --event=FILE."""
    return word.partition("=")[0]


def understand(words: "list[str]") -> "tuple[Command, list[str]]":
    """The command meant, and the words that are passed on to it."""
    if not words:
        return GAME, []
    first = words[0]
    if first in commands():
        return commands()[first], words[1:]
    if not LINK.fullmatch(first) and not first.startswith("-"):
        close = difflib.get_close_matches(first, [*commands(), "setup"], 1)
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
    report(_("facedown is ready ({layer}). `python run.py --help` says what it can do.", layer=layer))
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
        and os.access(str(venv_python(venv)), os.X_OK)
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
                report(_("Adding to {venv}: {what} (once).", venv=venv, what=_(ADDED[name])))
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

    A half-written package looks installed to pip, so an interrupted set-up starts over; and an environment
    holds its own place in many files, so it does after the folder was moved.
    """
    what = _(LAYERS[layer])
    report(_("Setting up facedown in {venv}: {what} (once; later starts skip this).", venv=venv, what=what))
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
    pip = [str(python), "-I", "-m", "pip", "--version"]
    return os.access(pip[0], os.X_OK) and subprocess.run(pip, capture_output=True).returncode == 0


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
            report("\n".join(["", *lines[-12:], ""]))
        fail(_(why))


def show_progress(lines: "list[str]", total: int) -> None:
    """One line on a terminal, rewritten; a few lines in a log."""
    if lines[-1].startswith("Installing collected"):
        words = "  " + _("installing …")
        report(words.ljust(PROGRESS_LETTERS) if sys.stderr.isatty() else words)
    elif lines[-1].startswith(FETCHED):
        seen = sum(line.startswith(FETCHED) for line in lines)
        words = "  " + _("{seen} of {total} packages", seen=seen, total=total)
        if sys.stderr.isatty():
            print(words, end="\r", file=sys.stderr, flush=True)
        elif seen % 10 == 0:
            report(words)


def reason(said: str, otherwise: str = FAILED) -> str:
    """The likeliest reason that a step failed, in a sentence."""
    return next((told for signs, told in WHY if re.search(signs, said, re.IGNORECASE)), otherwise)


@contextlib.contextmanager
def alone(path: Path) -> "Iterator[bool]":
    """Hold this file, after any set-up that does; says whether it was there. A failure leaves it behind."""
    was_there = path.exists()
    with path.open("a+b") as held:
        if not take(held.fileno(), wait=False):
            report(_("Another set-up is running; waiting for it …"))
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


def report(text: str) -> None:
    """Print a text on stderr at once, without control characters; stdout belongs to the program."""
    shown = "".join(letter for letter in text if letter.isprintable() or letter in "\n\u00a0\u3000")
    print(shown, file=sys.stderr, flush=True)


def fail(sentence: str, code: int = 1) -> NoReturn:
    """End with a sentence."""
    report(sentence)
    raise SystemExit(code)


if __name__ == "__main__":
    if hasattr(sys.stdout, "reconfigure"):  # a pipe on Windows lacks most letters
        sys.stdout.reconfigure(errors="replace")
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader has read enough, as in `run.py --help | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
