"""Messages that agree to something name it by the numbers of the table.

While a yes is on its way, the other player can replace the proposal, and the host the settings: a yes without
a number would agree to what it has never seen.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from facedown_shared.protocol.messages import Concede, Consent, Leave, Propose, Ready, TableInfo, ToServer

Message = TypeVar("Message", bound=ToServer)


def fill_terms(message: Message, table: TableInfo | None) -> Message:
    """Return the message with the numbers of the table's last message, if it names none itself.

    Any other message, and one sent at no table, is returned unchanged.
    """
    if table is None:
        return message
    match message:
        case Consent(proposal=0):
            return replace(message, proposal=table.proposal_number)
        case Ready(terms=0) | Propose(terms=0) | Concede(terms=0) | Leave(terms=0):
            return replace(message, terms=table.terms)
    return message
