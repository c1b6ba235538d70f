"""Who comes and goes around a duel, and what people do beside it: scenes of a run, one action after
another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facedown_server.network.pages.browser_assets import load_bundles
from facedown_shared.protocol import fairness
from facedown_shared.protocol.messages import (
    Answer,
    AutoPass,
    Chat,
    Consent,
    GetOpened,
    GetView,
    Kick,
    Leave,
    Ping,
    Propose,
    Ready,
    Seal,
    Share,
    UseDeck,
    Why,
)
from proofs.secrecy.actions import (
    KNOCKS,
    SEATS,
    Bring,
    Browse,
    Deed,
    Enter,
    HangUp,
    Knock,
    RestartServer,
    Say,
)
from proofs.secrecy.run_settings import RandomTable

Scene = Sequence[tuple[str, Deed]]


def opening_scenes(setting: RandomTable) -> Iterator[tuple[str, Deed]]:
    """Let all people join, both players bring their decks and give their shares, and begin the duel."""
    yield "lou", Enter("list")
    yield "anna", Enter("create", setting.settings)
    yield "page", Browse("/t/{}")
    yield "ben", Enter("join")
    yield "sid", Enter("watch")
    for name, mode in zip(SEATS, setting.autos, strict=True):
        yield name, Bring()
        yield name, Say(AutoPass(mode))
    yield "page", Browse("/")
    yield "ben", Say(UseDeck("#main"))
    yield "ben", Say(Ready())
    yield "ben", Bring()
    for how in KNOCKS:
        if how != "with a spent token":
            yield "max", Knock(how)
    shares = [name.ljust(fairness.SECRET_BYTES).encode() for name in SEATS]
    for name, share in zip(SEATS, shares, strict=True):
        yield name, Say(Seal(fairness.seal(share)))
    for name in SEATS:
        yield name, Say(Ready())
    for name, share in zip(SEATS, shares, strict=True):
        yield name, Say(Share(share))


def closing_scene() -> Scene:
    """Return the end of a run: one player alone would open both hands; a late spectator, players who return,
    and the pages; some are kicked, all leave.
    """
    return (
        ("ben", Say(GetOpened())), ("anna", Say(Propose("open"))), ("anna", Say(GetOpened())),
        ("ben", Say(GetOpened())), ("sid", Say(GetOpened())), ("anna", Say(Propose(""))),
        ("zoe", Enter("watch")), ("anna", Say(GetView())), ("ben", Say(GetView())), ("page", Browse("/")),
        ("ben", HangUp()), ("ben", Enter("resume")), ("anna", HangUp()), ("anna", Enter("resume")),
        ("ben", HangUp()), ("ben", Enter("resume")), ("anna", HangUp()), ("anna", Enter("resume")),
        ("max", Knock("with a spent token")), ("page", Browse("/nowhere")), ("page", Browse("/replay")),
        ("page", Browse("/new")), ("page", Browse("/t/{}")), ("lou", HangUp()),
        ("lou", Enter("list")), ("anna", Say(Kick("Sid"))),
        ("zoe", Say(Leave())), ("max", Knock("for a taken seat")),
        ("ben", Say(Leave())), ("anna", Say(Leave())), ("page", Browse("/t/{}")),
    )  # fmt: skip


NO_PROPOSAL_INDEX = 1_000_000
"""A number that no proposal of a table has."""


def diversions(asked: str) -> Sequence[Scene]:
    """Return what may happen beside the duel; `asked` is the turn player."""
    other = SEATS[1 - SEATS.index(asked)]
    return (
        ((other, Say(Chat("Good luck."))), ("sid", Say(Chat("Who is winning?")))),
        ((asked, Say(Chat("Let me think."))), (asked, Say(Ping(7)))),
        (("zoe", Enter("watch")), ("sid", Say(GetView()))),
        (("sid", HangUp()), ("sid", Enter("watch"))),
        ((asked, HangUp()), (asked, Enter("resume"))),
        ((other, HangUp()), (other, Enter("resume"))),
        ((other, Say(Propose("pause"))), (asked, Say(Consent(True, NO_PROPOSAL_INDEX))),
         (asked, Say(Consent(True))), (asked, Say(Answer(0))), (other, Say(Propose("resume"))),
         (asked, Say(Consent(True)))),
        ((asked, Say(Propose("draw"))), (other, Say(Consent(False))), (asked, Say(Propose("draw")))),
        ((asked, Say(Answer(0))), (other, Say(Answer(1_000_000))), ("sid", Say(Answer(1)))),
        ((other, Say(Answer(1))), (asked, Say(Answer(1, back=True)))),
        ((asked, Say(b"no message")), (other, Say(UseDeck("#main")))),
        (("anna", Say(Kick("Nobody"))), ("ben", Say(Kick("Anna")))),
        ((asked, Say(GetView())), (other, Say(GetView()))),
        ((other, Say(AutoPass("always"))), (asked, Say(AutoPass("able")))),
        (("page", Browse("/")), ("page", Browse("/tables")), ("page", Browse("/t/{}")),
         ("page", Browse("/metrics")), ("page", Browse("/preview.png")), ("page", Browse("/icon-192.png")),
         ("page", Browse("/icon-512.png")), ("page", Browse("/manifest.webmanifest")),
         ("page", Browse("/facedown.zip")), ("page", Browse("/emblem.svg")),
         ("page", Browse(f"/browser/{load_bundles()['app'][0]}"))),
        ((other, Say(Ready())), (other, Say(GetOpened())), ("lou", Say(Chat("Hello?")))),
        (*((asked, Say(Why(handle))) for handle in range(1, 13)), (other, Say(Why(3))), ("sid", Say(Why(1)))),
        restart_scene(asked, other), restart_scene(other, asked),
    )  # fmt: skip


def restart_scene(first: str, last: str) -> Scene:
    """Stop and restart the server; all clients reconnect, one player before the other."""
    return (
        ("the host", RestartServer()), ("sid", Enter("watch")), (first, Enter("resume")),
        ("lou", Enter("list")), (last, Enter("resume")),
    )  # fmt: skip


def absences(owner: str, other: str) -> Sequence[Scene]:
    """Return what may happen while all viewers see that the owner of a window has a prompt."""
    gone, back = (owner, HangUp()), (owner, Enter("resume"))
    other_gone, other_back = (other, HangUp()), (other, Enter("resume"))
    return (
        (gone, back), (gone, back), (gone, back, gone, back),
        (other_gone, other_back), (gone, other_gone, back, other_back), (gone, other_gone, other_back, back),
        restart_scene(owner, other), restart_scene(other, owner), (gone, *restart_scene(other, owner)),
        (*restart_scene(owner, other)[:3], *restart_scene(other, owner)),
        ((other, Say(Propose("pause"))), (owner, Say(Consent(True))), (other, Say(Propose("resume"))),
         (owner, Say(Consent(True)))),
    )  # fmt: skip
