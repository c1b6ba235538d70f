"""Cards of our own, one of which lets its player declare the name of a monster, with scripts of ours.

Nothing here is from EDOPro. `python -m tests.server.games.edopro.mini_declare` rewrites the recording with
the engine that FACEDOWN_CORE names.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec

from facedown_server.games.edopro import core_registry, edition
from facedown_server.games.edopro.card_rows import row
from facedown_server.games.edopro.core_referee import CoreReferee, Engines
from facedown_server.games.edopro.declarations import DeclarableCards
from facedown_server.games.edopro.edition import Edition
from facedown_server.games.edopro.wasm import engine_file
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.core_location import FOLDER
from facedown_shared.decks.decks import Deck, to_ydk
from facedown_shared.tables.formats import MASTER
from tests.server.games.edopro import mini

RECORDING = Path(__file__).with_name("declare.recording")

UNSEEN_PASSCODE, SEEN_PASSCODE, PLAIN_PASSCODE = 900202, 900203, 900204
CALLERS = tuple(range(900211, 900224))
_MONSTER = Facts(
    code=0, name="", kinds=("monster", "normal"), attribute="fire", race="dragon", level=4, attack=1500,
    defense=900, text="Of embers.",
)  # fmt: skip
CARDS = (
    *(
        Facts(
            code=code,
            name=f"Mini Caller {code % 100}",
            kinds=("spell",),
            text="Declare a monster and a number.",
        )
        for code in CALLERS
    ),
    msgspec.structs.replace(_MONSTER, code=UNSEEN_PASSCODE, name="Ember Wyvern"),
    msgspec.structs.replace(_MONSTER, code=SEEN_PASSCODE, name="Ember Walker", race="warrior"),
    Facts(code=PLAIN_PASSCODE, name="Ember Spell", kinds=("spell",)),
)
SCRIPTS = {
    f"c{code}.lua": f"""
function c{code}.initial_effect(c)
    local e = Effect.CreateEffect(c)
    e:SetType(0x10)
    e:SetCode(1002)
    e:SetOperation(function(e, tp)
        local code = Duel.AnnounceCard(tp, 0x1, 0x4000010200000000)
        if code == 900202 then Duel.Recover(tp, 700, 0x40) end
        Duel.AnnounceNumber(tp, 3, 8)
    end)
    c:RegisterEffect(e)
end
""".encode()
    for code in CALLERS
}
DECK = Deck(main=(*CALLERS * 3, SEEN_PASSCODE))
YDK = to_ydk(DECK)
SECRET_INDEX = 3
"""The recorded duel's secret."""
KEYS = (("named:900202",), ("number:8",))
"""The declarations in it."""


def begin(engines: Engines) -> CoreReferee:
    """Begin a duel, up to the first prompt for a name. Its players' own facts are in its pool."""
    strange = Facts(code=900299, name="Ember of a Deck", kinds=("monster", "normal"))
    pool = Pool(CARDS)
    referee = CoreReferee(MASTER, pool.joined_with([strange]), engines, DeclarableCards(map(row, CARDS)))
    mini.exhaust(
        referee.start(Setup("master", (DECK, DECK)), RandomStreams(SECRET_INDEX.to_bytes(32, "big")))
    )
    while referee.prompts()[0].names is None:
        mini.play_on(referee, 1)
    return referee


def open_engine(folder: Path) -> mini.InProcessEngine:
    """Return the engine that FACEDOWN_CORE names, in this process, with these cards."""
    from facedown_server.games.edopro.wasm.engine_worker import Desk

    held = Edition(edition.store_edition(folder, SCRIPTS.items(), CARDS))
    return mini.InProcessEngine.of(Desk(mini.compiled_engine(mini.find_engine()), held, ()))


def install(folder: Path) -> None:
    """Make a server's data folder with these cards and the engine that FACEDOWN_CORE names."""
    place, engine = folder / FOLDER, Path(mini.find_engine())
    place.mkdir(parents=True, exist_ok=True)
    kept = edition.store_edition(place, SCRIPTS.items(), CARDS)
    core_registry.store_core(folder, engine_file.read_engine(engine), engine, kept)


def record(folder: Path) -> None:
    """Record the engine's messages until two declarations are made."""
    engines = open_engine(folder)
    referee = begin(engines)
    for keys in KEYS:
        mini.choose(referee, *keys)
    RECORDING.write_bytes(msgspec.json.encode(engines.heard))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        record(Path(made))
