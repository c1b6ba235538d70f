"""Pair a round in a process of its own, so that duels on the same server go on meanwhile."""

from __future__ import annotations

import subprocess

import msgspec
import trio

from facedown_server.events.pairing.costs import PairingReply, PairingRequest
from facedown_server.events.pairing.worker import LIBRARY_MISSING_CODE
from facedown_shared.startup import module_command

PAIRING_TIMEOUT_S = 120.0


class PairingFailed(Exception):
    """The pairing process gave no pairs. `library_missing`: networkx is not installed."""

    def __init__(self, *, library_missing: bool = False) -> None:
        super().__init__("networkx is not installed" if library_missing else "the pairing process failed")
        self.library_missing = library_missing


async def pair_round(request: PairingRequest) -> PairingReply:
    """Return the pairs of a round.

    Raises PairingFailed.
    """
    command = module_command("facedown_server.events.pairing.worker")
    try:
        with trio.fail_after(PAIRING_TIMEOUT_S):
            done = await trio.run_process(
                command, stdin=msgspec.json.encode(request), capture_stdout=True, stderr=subprocess.DEVNULL,
                check=False,
            )  # fmt: skip
    except (OSError, trio.TooSlowError) as error:
        raise PairingFailed from error
    if done.returncode:
        raise PairingFailed(library_missing=done.returncode == LIBRARY_MISSING_CODE)
    return msgspec.json.decode(done.stdout, type=PairingReply)
