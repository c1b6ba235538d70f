"""Links of a table's host in the terminal: which one to send, and what to print when links change.

Law: lines from a Model; nothing is sent from here.
"""

from __future__ import annotations

from facedown_client.model.model import Model
from facedown_client.model.room_words import key_words
from facedown_shared.network import tunnel_labels
from facedown_shared.text import _, gettext_noop

SEND_THIS = gettext_noop("Send this to your friend, who needs only a browser:")
NEW_LINK = gettext_noop("The table has a new link. Send this to your friend:")
INVITATION = gettext_noop(
    "Duel me in facedown! Open this link in any browser, on a computer or a phone. Nothing to install:"
)
MORE_LINKS = gettext_noop("links: the links for spectators and for this network.")

NOT_OPEN = gettext_noop(
    "The tunnel is not open yet; your friend can return once it is. links: the links for this network."
)
WHO = {"opponent": gettext_noop("opponent"), "spectator": gettext_noop("spectator")}


def link_line(who: str, label: str, link: str) -> str:
    """Return a link with its receiver and the label of its address."""
    return _("Link for the {who}, {label}: {link}", who=_(WHO[who]), label=_(label), link=link)


def all_links(model: Model) -> list[str]:
    """Return every link, each with its receiver; nothing for another player than the host."""
    lines = [
        link_line(who, label, link) for who, rows in model.links.items() for label, link in rows if who in WHO
    ]
    return [*lines, key_words(model)] if lines else []


class LinkNews:
    """What a table's host was shown of its links. `sent_link`: the link through a tunnel that was shown to be
    sent; "" for none.
    """

    def __init__(self, model: Model, sent_link: str) -> None:
        self.model, self.sent_link = model, sent_link
        self.has_reconnected = False
        """True if the connection is new, so that the state of the table is no repetition."""
        self.is_repeating = False
        """True while the server repeats the state of the table because its links have changed."""
        self.shown_ask = 0
        """Number of the last prompt that was shown, which a repetition does not show again."""
        self._links: dict[str, tuple[tuple[str, str], ...]] = {}

    def table_lines(self) -> list[str]:
        """Return the lines at a new table: the link through a tunnel alone, else every link."""
        self.is_repeating = self.has_reconnected = False
        self._links = self.model.links
        rows = self._links.get("opponent", ())
        if rows and rows[0][0] in tunnel_labels.NOTES:
            return self._tunnel_lines(*rows[0])
        return [_(NOT_OPEN)] if rows and self.sent_link else all_links(self.model)

    def changed_lines(self) -> list[str]:
        """Return the lines at the same table, whose links may have changed.

        With a tunnel these are about its link alone: links for this network may change unseen.
        """
        before, self._links = self._links, self.model.links
        is_changed = bool(before) and before != self._links
        self.is_repeating, self.has_reconnected = is_changed and not self.has_reconnected, False
        rows, old = self._links.get("opponent", ()), before.get("opponent", ())
        if not is_changed:
            return []
        if rows and rows[0][0] in tunnel_labels.NOTES:
            return self._tunnel_lines(*rows[0]) if rows[:1] != old[:1] else []
        return [_("The addresses of this table have changed."), *all_links(self.model)]

    def _tunnel_lines(self, label: str, link: str) -> list[str]:
        """Return a text and the link to send, its QR code and notes; one line while it is not to be sent, or
        was sent before.
        """
        note = _(tunnel_labels.NOTES[label])
        if label not in tunnel_labels.WORKING:
            if label == tunnel_labels.CHECKING:
                return [] if link == self.sent_link else [note]
            return [note] if label == tunnel_labels.INTERRUPTED else [note, f"  {link}"]
        if link == self.sent_link:
            return [_(tunnel_labels.REOPENED)]
        from facedown_shared.network.qr_codes import qr_lines  # loaded on demand

        heading, self.sent_link = NEW_LINK if self.sent_link else SEND_THIS, link
        shown = [_(INVITATION), link, "", *qr_lines(link), note]
        return [_(heading), "", *shown, key_words(self.model), _(MORE_LINKS)]
