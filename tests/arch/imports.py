"""Law 9 and what follows from it: who may use what, as a table. Adding a rule is adding a row."""

from __future__ import annotations

from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.arch.source import CHECKOUT, HOUSE, PACKAGES, Module, modules, reaching, within

WINDOW = ("pygame",)
CLOCK = ("time", "datetime")
WHAT_TIME_IT_IS = (
    "time",
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "datetime.datetime.today",
    "datetime.date.today",
)
"""What reads a clock; dates and durations as values do not."""
ENTROPY = ("random", "secrets", "uuid", "os.urandom")
THREADS = ("threading", "_thread", "multiprocessing", "concurrent", "asyncio", "trio", "queue")
OUTSIDE = (
    "socket",
    "ssl",
    "subprocess",
    "os",
    "pathlib",
    "io",
    "tempfile",
    "logging",
    "structlog",
    "websockets",
    "sqlalchemy",
    "sqlite3",
)


@dataclass(frozen=True)
class Row:
    """`who` and all below never uses `never`, save those in `but`; if `far`, not through others either."""

    who: tuple[str, ...]
    never: tuple[str, ...]
    why: str
    but: tuple[str, ...] = ()
    far: bool = False


PURE = (
    "server.games.duel", "server.games.manual", "server.refereeing.undo", "server.table",
    "server.refereeing.match", "server.refereeing.referee",
    "server.refereeing.log_codec",
)  # fmt: skip
"""The rules and what they are written in; of the server they know nothing but each other."""

HEADLESS = tuple(
    f"client.{wing}"
    for wing in ("connection", "data", "words", "board", "terminal", "bot", "verify", "replays")
)
"""The client without a window: all but `client.window` and the command (which loads it when asked)."""

LAW = (
    Row(("shared",), ("server", "client"), "what both ends speak imports nothing of ours"),
    Row(("server",), ("client",), "client and server never import each other"),
    Row(("client",), ("server",), "client and server never import each other"),
    Row(PACKAGES, CHECKOUT, "what is shipped runs without proofs and tools"),
    Row(("server", "shared"), WINDOW, "a server has no window", far=True),
    Row(("shared",), (*ENTROPY, *CLOCK, *THREADS), "what both ends speak is plain values"),
    Row(
        ("server.room.session", "server.network.wire", "server.network.pages"),
        ("server.games.duel", "server.games.manual", "server.refereeing.match", "server.table"),
        "a session knows no rules and never sees the truth",
    ),
    Row(
        ("server.network.relay",),
        (
            "server.games.duel",
            "server.games.manual",
            "server.refereeing.match",
            "server.table",
            "server.refereeing.referee",
            "server.games.edopro",
            "server.storage.journal",
            "server.room.lobby",
            "server.room.room",
        ),
        "a relay knows what spectators are told, and never what is behind it",
        far=True,
    ),
    Row(HEADLESS, WINDOW, "only client.window has a window", far=True),
    Row(
        ("client.model.model", "client.board"),
        ("trio", "websockets"),
        "a model knows no time",
        far=True,
    ),
    Row(
        ("client.window.scenes",),
        ("client.connection.link", "trio", "websockets", "socket"),
        "a scene shows a View and never meets the network",
    ),
    Row(
        HOUSE,
        ("msgspec.msgpack", "msgpack"),
        "only the codec knows MessagePack, and of formats of their own the replay and the engine's pipe",
        but=("shared.protocol.codec", "shared.replay", "server.games.edopro.engine_protocol"),
    ),
    Row(
        HOUSE,
        ("tomllib",),
        "law 8: TOML is looked over before it is read",
        but=("shared.text.bounded_parsing",),
    ),
    Row(HOUSE, ("msgspec.toml",), "the same, but for files of our own", but=("shared.cards.facts",)),
    Row(
        HOUSE,
        ("sqlite3", "shared.decks.edopro_database.read_database"),
        "law 8: a child reads foreign databases",
        but=(
            "shared.decks.edopro_database",
            "shared.decks.foreign_lists",
            "server.service.operating.backup",
            "server.storage.journal",
        ),
    ),
    Row(("shared.tables.diff",), ("server",), "law 1: a diff is computed from two Views", far=True),
    Row(PURE, (*CLOCK, *THREADS, *OUTSIDE), "law 5: the rules are pure"),
    Row(PURE, ENTROPY, "law 5: the only randomness is streams", but=("server.table.random_streams",)),
    Row(
        ("server", "proofs"),
        (*WHAT_TIME_IT_IS, *ENTROPY),
        "the world is the one place with a clock, entropy and wall time; an engine's net counts computing",
        but=(
            "server.runtime.world",
            "server.table.random_streams",
            "server.games.edopro.wasm.cpu_clock",
            "proofs.core.hostile",
        ),
    ),
)

FOUND_BY_NAME = (
    "server.table.ops",
    "server.table.sight",
    "server.table.random_streams",
    "server.runtime.world",
    "server.games.duel.script",
)

CARDS = "server.games.duel.cards"
SCRIPT = "server.games.duel.script"


def check_imports(root: Path) -> list[str]:
    """Every use that a row of the table forbids."""
    world = {module.name: module for module in modules(root, *HOUSE)}
    return [complaint for row in LAW for complaint in _broken(row, world)] + _worldly(world)


def check_circles(root: Path, folder: str) -> list[str]:
    """A round of modules of this folder that know each other; imports for types and in functions count."""
    world = {module.name: module for module in modules(root, folder)}
    knows = {
        name: {known for _, used in module.uses if (known := _nearest(used, world)) not in ("", name)}
        for name, module in world.items()
    }
    try:
        TopologicalSorter(knows).prepare()
    except CycleError as circle:
        first, *others = reversed(circle.args[1])
        return [world[first].at(1, f"imports itself by way of {', '.join(others[:-1])}")]
    return []


def _nearest(used: str, world: dict[str, Module]) -> str:
    """The module of ours that a dotted name is, or lies in; "" for none."""
    while used and used not in world:
        used = used.rpartition(".")[0]
    return used


def _worldly(world: dict[str, Module]) -> list[str]:
    """Law 5: every use by the rules of what runs them."""
    return [
        module.at(line, f"uses {used}: the rules know nothing of who runs them")
        for name, module in world.items()
        if _any_within(name, PURE)
        for line, used in module.uses
        if within(used, "server") and used != "server" and not _any_within(used, PURE)
    ]


def _broken(row: Row, world: dict[str, Module]) -> list[str]:
    bound = [m for name, m in world.items() if _any_within(name, row.who) and not _any_within(name, row.but)]
    if not row.far:
        return [complaint for module in bound for complaint in _near(row, module)]
    found = reaching(world, row.never)
    return [
        module.at(1, f"reaches {found[module.name][0]} through {found[module.name][1]}: {row.why}")
        for module in bound
        if module.name in found
    ]


def _near(row: Row, module: Module) -> list[str]:
    return [
        module.at(line, f"uses {used}: {row.why}")
        for line, used in module.uses
        if _any_within(used, row.never)
    ]


def _any_within(name: str, families: tuple[str, ...]) -> bool:
    return any(within(name, family) for family in families)


def check_cards(root: Path) -> list[str]:
    """Law 6: a card imports only `duel.script`. (The folder's own __init__ finds the cards.)"""
    return [
        module.at(line, f"uses {used}: a card imports only {SCRIPT}")
        for module in modules(root, CARDS.replace(".", "/"))
        if module.path.name != "__init__.py"
        for line, used in module.uses
        if not within(used, SCRIPT) and not within(used, "__future__")
    ]


def check_named(root: Path) -> list[str]:
    """A row about a module that is not there holds nothing: every module the laws name must exist."""
    names = {name for row in LAW for name in (*row.who, *row.but)} | {*FOUND_BY_NAME}
    world = {module.name for module in modules(root, *HOUSE)}
    return [f"{name}: named by a law, and not there" for name in sorted(names - world)]


def check_packages(root: Path) -> list[str]:
    """Every folder with Python files has an __init__.py, else tests/shared would shadow shared."""
    folders = {module.path.parent for module in modules(root, *HOUSE, "tests", "benchmarks")}
    return [
        f"{folder.relative_to(root).as_posix()}: has no __init__.py"
        for folder in sorted(folders)
        if not (folder / "__init__.py").is_file()
    ]
