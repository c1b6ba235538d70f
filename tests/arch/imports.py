"""Law 9 and its consequences: the allowed imports, as a table. Adding a rule is adding a row."""

from __future__ import annotations

from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.arch.source import CHECKOUT, HOUSE, PACKAGES, Module, find_users, is_within, is_within_any, modules

WINDOW = ("pygame",)
CLOCK = ("time", "datetime")
WHAT_TIME_IT_IS = (
    "time",
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "datetime.datetime.today",
    "datetime.date.today",
)
"""Functions that read a clock; dates and durations as values do not."""
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
    """`who` and all below never use `never`, except those in `but`; if `far`, not through others either."""

    who: tuple[str, ...]
    never: tuple[str, ...]
    why: str
    but: tuple[str, ...] = ()
    far: bool = False


PURE = (
    "facedown_server.events.rules",
    "facedown_server.games.duel",
    "facedown_server.games.manual",
    "facedown_server.refereeing",
    "facedown_server.table",
)
"""The rules and the modules they are written with; of the server they import nothing but each other."""

HEADLESS = tuple(
    f"facedown_client.{wing}"
    for wing in ("connection", "data", "model", "board", "terminal", "bot", "replays")
)
"""The client without a window: all but `facedown_client.window` and the command (which loads it on
request).
"""

LAW = (
    Row(
        ("facedown_shared",),
        ("facedown_server", "facedown_client"),
        "what both ends speak imports nothing of ours",
    ),
    Row(("facedown_server",), ("facedown_client",), "client and server never import each other"),
    Row(
        ("facedown_client",),
        ("facedown_server",),
        "client and server never import each other, but for the search, a program of its own",
        but=("facedown_client.bot.search.determinization", "facedown_client.bot.search.rollouts"),
    ),
    Row(PACKAGES, CHECKOUT, "what is shipped runs without proofs and tools"),
    Row(("facedown_server", "facedown_shared"), WINDOW, "a server has no window", far=True),
    Row(
        ("facedown_shared",),
        (*ENTROPY, *CLOCK, *THREADS),
        "what both ends speak is plain values, but for the connection that both make again",
        but=("facedown_shared.network.dialing", "facedown_shared.network.reconnect"),
    ),
    Row(
        ("facedown_server.room.session", "facedown_server.network.wire", "facedown_server.network.pages"),
        (
            "facedown_server.games.duel",
            "facedown_server.games.manual",
            "facedown_server.refereeing.match",
            "facedown_server.table",
        ),
        "a session knows no rules and never sees the truth",
    ),
    Row(
        ("facedown_server.network.relay",),
        (
            "facedown_server.games.duel",
            "facedown_server.games.manual",
            "facedown_server.refereeing.match",
            "facedown_server.table",
            "facedown_server.refereeing.referee",
            "facedown_server.games.edopro",
            "facedown_server.storage.journal",
            "facedown_server.room.lobby",
            "facedown_server.room.room",
        ),
        "a relay knows what spectators are told, and never what is behind it",
        far=True,
    ),
    Row(
        ("facedown_server.network.relay",),
        ("facedown_server.room",),
        "a relay passes on what a room sends, and imports nothing of it",
        far=True,
    ),
    Row(
        (
            "facedown_server.room.broadcast",
            "facedown_server.room.match",
            "facedown_server.room.people",
            "facedown_server.room.requests",
            "facedown_server.room.table_info",
        ),
        (
            "facedown_server.room.lobby",
            "facedown_server.room.recovery",
            "facedown_server.room.replays",
            "facedown_server.room.restoring",
            "facedown_server.room.room",
            "facedown_server.room.session",
        ),
        "the parts of a table do not import the table, nor what opens, restores and replays it",
        far=True,
    ),
    Row(HEADLESS, WINDOW, "only facedown_client.window has a window", far=True),
    Row(
        ("facedown_client.model.model", "facedown_client.board"),
        ("trio", "websockets"),
        "a model knows no time",
        far=True,
    ),
    Row(
        ("facedown_client.window.scenes",),
        ("facedown_client.connection.link", "trio", "websockets", "socket"),
        "a scene shows a View and never meets the network",
    ),
    Row(
        HOUSE,
        ("msgspec.msgpack", "msgpack"),
        "only the codec knows MessagePack, and of formats of their own the replay and the engine's pipe",
        but=(
            "facedown_shared.protocol.codec",
            "facedown_shared.replay",
            "facedown_server.games.edopro.engine_protocol",
        ),
    ),
    Row(
        HOUSE,
        ("tomllib",),
        "law 8: TOML is looked over before it is read",
        but=("facedown_shared.text.bounded_parsing",),
    ),
    Row(
        HOUSE,
        ("msgspec.toml",),
        "the same, but for files of our own",
        but=("facedown_shared.cards.facts", "facedown_client.bot.card_roles"),
    ),
    Row(
        HOUSE,
        ("sqlite3", "facedown_shared.decks.edopro_database.read_database"),
        "law 8: a child reads foreign databases",
        but=(
            "facedown_shared.decks.edopro_database",
            "facedown_shared.decks.foreign_lists",
            "facedown_server.service.operating.backup",
            "facedown_server.storage.journal",
        ),
    ),
    Row(
        ("facedown_shared.tables.diff",),
        ("facedown_server",),
        "law 1: a diff is computed from two Views",
        far=True,
    ),
    Row(PURE, (*CLOCK, *THREADS, *OUTSIDE), "law 5: the rules are pure"),
    Row(
        PURE, ENTROPY, "law 5: the only randomness is streams", but=("facedown_server.table.random_streams",)
    ),
    Row(
        ("facedown_server", "proofs"),
        (*WHAT_TIME_IT_IS, *ENTROPY),
        "the world is the one place with a clock, entropy and wall time; an engine's net counts computing",
        but=(
            "facedown_server.runtime.world",
            "facedown_server.table.random_streams",
            "facedown_server.games.edopro.wasm.cpu_clock",
            "proofs.core.hostile",
        ),
    ),
)

GROUPS: dict[str, dict[str, tuple[str, ...]]] = {
    "facedown_server": {
        "runtime": (),
        "table": (),
        "refereeing": ("table",),
        "games": ("refereeing", "table"),
        "storage": ("runtime",),
        "network": ("runtime",),
        "room": ("network", "refereeing", "runtime", "storage", "table"),
        "events": ("network", "runtime", "storage"),
        "service": ("events", "games", "network", "refereeing", "room", "runtime", "storage", "table"),
        "__main__": ("service",),
    },
    "facedown_client": {
        "model": (),
        "board": ("model",),
        "data": ("model",),
        "replays": ("model",),
        "connection": ("data", "model", "replays"),
        "bot": ("board", "connection", "model"),
        "terminal": ("board", "bot", "connection", "data", "model", "replays"),
        "window": ("board", "bot", "connection", "data", "model", "replays", "terminal"),
        "commands": ("bot", "connection", "data", "model", "replays", "terminal", "window"),
        "__main__": ("commands",),
    },
    "facedown_shared": {
        "startup": (),
        "cards": (),
        "text": ("cards",),
        "tables": ("cards", "text"),
        "protocol": ("cards", "tables", "text"),
        "decks": ("cards", "protocol", "startup", "tables", "text"),
        "manual": ("cards", "protocol", "tables", "text"),
        "network": ("protocol", "text"),
        "replay": ("cards", "tables", "text"),
    },
    "facedown_server.games": {
        "duel": (),
        "manual": ("duel",),
        "scenarios": ("duel",),
        "edopro": (),
        "openings": ("duel", "edopro", "manual", "scenarios"),
    },
    "facedown_server.events": {
        "rules": (),
        "pairing": ("rules",),
        "event_file": ("rules",),
        "export": ("rules",),
        "stored_course": ("event_file", "rules"),
        "event_access": ("event_file", "rules"),
        "desk": ("export", "pairing", "rules"),
        "pages": ("export", "rules"),
        "live": ("desk", "event_access", "stored_course", "pages", "pairing", "rules"),
    },
    "facedown_server.network": {
        "wire": (),
        "discovery": ("wire",),
        "pages": ("wire",),
        "crowd": ("wire",),
        "relay": ("crowd", "wire"),
    },
    "facedown_server.room": {
        "inbox": (),
        "disk_quota": (),
        "broadcast": (),
        "moderation": (),
        "server_context": ("broadcast", "disk_quota", "inbox", "moderation"),
        "opened_files": ("broadcast", "server_context"),
        "opened_tables": ("server_context",),
        "people": ("broadcast", "disk_quota", "server_context"),
        "match": ("broadcast", "people", "server_context"),
        "requests": ("broadcast", "match", "people", "server_context"),
        "table_info": ("match", "people"),
        "room": ("inbox", "match", "people", "requests", "server_context", "table_info"),
        "practice": ("people", "room", "server_context"),
        "restoring": ("match", "people", "room", "server_context"),
        "long_runs": (),
        "recovery": ("long_runs", "match", "restoring", "room", "server_context"),
        "replays": ("broadcast", "long_runs", "match", "room", "server_context"),
        "table_eviction": ("room",),
        "absent_players": ("room",),
        "lobby": (
            "broadcast",
            "inbox",
            "opened_files",
            "opened_tables",
            "people",
            "practice",
            "recovery",
            "replays",
            "restoring",
            "room",
            "server_context",
            "table_eviction",
        ),
        "session": ("lobby", "requests"),
    },
    "facedown_server.service": {
        "config": (),
        "stopping": (),
        "limits": ("config",),
        "admin": (),
        "bots": (),
        "lobby_setup": ("config", "limits"),
        "nodes": ("config",),
        "operating": ("config", "lobby_setup", "nodes"),
        "command_options": ("config", "operating"),
        "greeting": ("config", "operating"),
        "event_host": ("nodes",),
        "event_setup": ("config", "event_host", "lobby_setup"),
        "event_tables": (),
        "tables_and_events": ("event_host", "nodes"),
        "app": (
            "admin",
            "bots",
            "config",
            "event_host",
            "event_setup",
            "event_tables",
            "greeting",
            "limits",
            "lobby_setup",
            "nodes",
            "operating",
            "tables_and_events",
        ),
        "front": ("config", "greeting", "limits", "nodes"),
        "relay_server": ("admin", "config", "limits"),
        "command": (
            "app",
            "command_options",
            "config",
            "front",
            "nodes",
            "operating",
            "relay_server",
            "stopping",
        ),
    },
}
"""The groups of each package from the bottom up, each with the groups that it may import."""

MAX_ENTRIES = 9
"""Groups and modules at the top of a package, besides those that every package has."""

UNCOUNTED = frozenset({"__init__", "__main__"})

FOUND_BY_NAME = (
    "facedown_server.table.ops",
    "facedown_server.table.sight",
    "facedown_server.table.random_streams",
    "facedown_server.runtime.world",
    "facedown_server.games.duel.script",
)

CARDS = "facedown_server.games.duel.cards"
SCRIPT = "facedown_server.games.duel.script"


def check_imports(root: Path) -> list[str]:
    """Return every use that a row of the table forbids."""
    world = {module.name: module for module in modules(root, *HOUSE)}
    return [complaint for row in LAW for complaint in _find_violations(row, world)] + _find_uses_of_runtime(
        world
    )


def check_circles(root: Path, folder: str) -> list[str]:
    """Return a circle of modules of this folder that import each other; imports for types and in functions
    count.
    """
    world = {module.name: module for module in modules(root, folder)}
    knows = {
        name: {
            known for _, used in module.uses if (known := _containing_module(used, world)) not in ("", name)
        }
        for name, module in world.items()
    }
    try:
        TopologicalSorter(knows).prepare()
    except CycleError as circle:
        first, *others = reversed(circle.args[1])
        return [world[first].at(1, f"imports itself by way of {', '.join(others[:-1])}")]
    return []


def check_folder_circles(root: Path, folder: str) -> list[str]:
    """Return circles of the entries of one folder, its modules and its folders, at every depth below this
    one.

    A folder imports whatever any module in it imports. The imports of a folder's own `__init__` from
    within count for the module alone.
    """
    world = {module.name: module for module in modules(root, folder)}
    knows: dict[str, dict[str, set[str]]] = {}
    for name, module in world.items():
        for _, used in module.uses:
            above, entry, known = _split_at_common_folder(name, _containing_module(used, world))
            if known:
                knows.setdefault(above, {}).setdefault(entry, set()).add(known)
    return [
        complaint for above, entries in sorted(knows.items()) for complaint in _find_circles(above, entries)
    ]


def _split_at_common_folder(name: str, other: str) -> tuple[str, str, str]:
    """Return the folder that holds both modules, and its entries with each of them; "" for these where one
    holds the other.
    """
    parts, others = name.split("."), other.split(".")
    depth = next((at for at, (one, two) in enumerate(zip(parts, others, strict=False)) if one != two), 0)
    if not depth:
        return "", "", ""
    return ".".join(parts[:depth]), parts[depth], others[depth]


def _find_circles(above: str, entries: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(entries).prepare()
    except CycleError as circle:
        first, *others = reversed(circle.args[1])
        return [f"{above}: {first} imports itself by way of {', '.join(others[:-1])}"]
    return []


def check_groups(root: Path) -> list[str]:
    """Return imports between the groups of a package that GROUPS does not allow, and groups it does not
    name.
    """
    return [
        complaint
        for package, allowed in GROUPS.items()
        for module in modules(root, package)
        if (group := _group(module.name, package))
        for complaint in _find_forbidden_imports(module, group, package, allowed)
    ]


def _find_forbidden_imports(
    module: Module, group: str, package: str, allowed: dict[str, tuple[str, ...]]
) -> list[str]:
    if group not in allowed:
        return [
            module.at(1, f"{package}.{group} is no group of {package}: write into GROUPS what it imports")
        ]
    return [
        module.at(line, f"uses {used}: {package}.{group} does not import {package}.{other}")
        for line, used in module.uses
        if (other := _group(used, package)) in allowed and other not in (group, *allowed[group])
    ]


def _group(name: str, package: str) -> str:
    """Return the group of a package that holds a dotted name; "" for none."""
    return name[len(package) + 1 :].partition(".")[0] if is_within(name, package) else ""


def check_order(groups: dict[str, dict[str, tuple[str, ...]]]) -> list[str]:
    """Return groups of the table that stand above one that they import: so no two import each other."""
    return [
        f"{package}.{group} imports {package}.{other}, which does not stand above it"
        for package, allowed in groups.items()
        for number, (group, others) in enumerate(allowed.items())
        for other in others
        if other not in [*allowed][:number]
    ]


def check_entries(root: Path) -> list[str]:
    """Return packages with more at their top than one sees at a glance."""
    found = {
        package: {group for module in modules(root, package) if (group := _group(module.name, package))}
        - UNCOUNTED
        for package in PACKAGES
    }
    return [
        f"{package} has {len(entries)} entries, at most {MAX_ENTRIES}: {', '.join(sorted(entries))}"
        for package, entries in found.items()
        if len(entries) > MAX_ENTRIES
    ]


def _containing_module(used: str, world: dict[str, Module]) -> str:
    """Return the module of ours that a dotted name is, or is in; "" for none."""
    while used and used not in world:
        used = used.rpartition(".")[0]
    return used


def _find_uses_of_runtime(world: dict[str, Module]) -> list[str]:
    """Law 5: return every use by the rules of what runs them."""
    return [
        module.at(line, f"uses {used}: the rules know nothing of who runs them")
        for name, module in world.items()
        if is_within_any(name, PURE)
        for line, used in module.uses
        if is_within(used, "facedown_server") and used != "facedown_server" and not is_within_any(used, PURE)
    ]


def _find_violations(row: Row, world: dict[str, Module]) -> list[str]:
    bound = [
        m for name, m in world.items() if is_within_any(name, row.who) and not is_within_any(name, row.but)
    ]
    if not row.far:
        return [complaint for module in bound for complaint in _find_direct_uses(row, module)]
    found = find_users(world, row.never)
    return [
        module.at(1, f"reaches {found[module.name][0]} through {found[module.name][1]}: {row.why}")
        for module in bound
        if module.name in found
    ]


def _find_direct_uses(row: Row, module: Module) -> list[str]:
    return [
        module.at(line, f"uses {used}: {row.why}")
        for line, used in module.uses
        if is_within_any(used, row.never)
    ]


def check_cards(root: Path) -> list[str]:
    """Law 6: a card imports only `duel.script`. (The folder's own __init__ finds the cards.)"""
    return [
        module.at(line, f"uses {used}: a card imports only {SCRIPT}")
        for module in modules(root, CARDS)
        if module.path.name != "__init__.py"
        for line, used in module.uses
        if not is_within(used, SCRIPT) and not is_within(used, "__future__")
    ]


def check_named(root: Path) -> list[str]:
    """Return modules of the laws that are missing: a row about one holds nothing."""
    names = {name for row in LAW for name in (*row.who, *row.but)} | {*FOUND_BY_NAME}
    world = {module.name for module in modules(root, *HOUSE)}
    return [f"{name}: named by a law, and not there" for name in sorted(names - world)]


def check_packages(root: Path) -> list[str]:
    """Return folders with Python files and without an __init__.py: tests/shared would shadow shared."""
    folders = {module.path.parent for module in modules(root, *HOUSE, "tests", "benchmarks")}
    return [
        f"{folder.relative_to(root).as_posix()}: has no __init__.py"
        for folder in sorted(folders)
        if not (folder / "__init__.py").is_file()
    ]
