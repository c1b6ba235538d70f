"""Labels of a tunnel's address among the addresses of a server: whether links through it work now."""

from __future__ import annotations

from facedown_shared.text import _, gettext_noop

ENCRYPTED = gettext_noop("Internet, through a tunnel whose operator could read along")
PLAIN = gettext_noop("Internet, through a tunnel, not encrypted")
INTERRUPTED = gettext_noop("Internet, but the tunnel is interrupted")
CHECKING = gettext_noop("Internet, this link is being checked")
OCCUPIED = gettext_noop("Internet, but another program answers at this link")
SILENT = gettext_noop("Internet, but this link does not answer")
WORKING = (ENCRYPTED, PLAIN)

SHORT_LABELS = {
    ENCRYPTED: gettext_noop("Internet, by a tunnel"),
    PLAIN: gettext_noop("Internet, not encrypted"),
    INTERRUPTED: gettext_noop("Internet, interrupted"),
    CHECKING: gettext_noop("Internet, being checked"),
    OCCUPIED: gettext_noop("Internet, another program"),
    SILENT: gettext_noop("Internet, no answer"),
}
"""The labels where there is little room, beside one of NOTES."""

NOTES = {
    ENCRYPTED: gettext_noop(
        "The tunnel's operator decrypts what goes through it and could read along. It ends with this program."
    ),
    PLAIN: gettext_noop(
        "This link is not encrypted: those who carry it, such as your friend's network, can read along. It "
        "ends with this program."
    ),
    INTERRUPTED: gettext_noop(
        "The tunnel is interrupted, and is being opened again. Friends outside reconnect then; nothing is "
        "lost."
    ),
    CHECKING: gettext_noop("Checking whether the link answers; do not send it yet …"),
    OCCUPIED: gettext_noop(
        "Another program answers at this link, so a friend would not find this table. End that program, or "
        "host again with another port after the slash of --tunnel."
    ),
    SILENT: gettext_noop(
        "The link does not answer from here, so a friend could not open it. If the tunnel leads through a "
        "server of your own: set GatewayPorts clientspecified in its /etc/ssh/sshd_config, restart sshd, and "
        "open the link's port in its firewall."
    ),
}
"""What a host has to know of a link with this label."""

REOPENED = gettext_noop(
    "The tunnel is open again, and the link is the same: your friend reconnects, or opens it again."
)
ANSWERS = gettext_noop("The link through the tunnel answers.")


def note_of_change(label: str, before: str) -> str:
    """Return the note for a host whose links keep their address, and have another label than before; "" for
    none.
    """
    if label in WORKING and before != INTERRUPTED:
        return f"{_(ANSWERS)} {_(NOTES[label])}"
    return _(REOPENED if label in WORKING else NOTES.get(label, ""))
