"""A table as one viewer class is sent it: the View that patches lead to, its version, and its state."""

from __future__ import annotations

import msgspec

from facedown_shared.protocol.codec import fits_message
from facedown_shared.protocol.messages import GetView, TableInfo, Update, Whole
from facedown_shared.tables import View, VisibleEvent

UPDATES_PER_CHECK = 16
"""Updates between two checks of the View's size."""


class FollowedTable:
    """What a table's messages have told so far, to a client or a relay."""

    def __init__(self) -> None:
        self.view: View | None = None
        self.version = -1
        self.table: TableInfo | None = None
        self._unchecked_updates = 0
        self.missed = self.has_asked = False
        """Whether an update did not follow, and whether the whole View was asked for since."""

    def apply(self, message: Update) -> tuple[VisibleEvent, ...] | None:
        """Apply a patch; what happened in it. None where it was not applied: see `request_view`."""
        try:
            if self.view is None or not message.follows(self.version):
                self.missed |= self.view is None or not message.is_known(self.version)
                return None
            view, happened = message.apply_to(self.view)
            self._check_size(view)
            self.view = view
        except (LookupError, ValueError):
            self.missed = True
            return None
        self.version += 1
        if message.steps and self.table is not None:
            step = self.table.step + 1
            self.table = msgspec.structs.replace(self.table, step=step, steps=step)
        return happened

    def _check_size(self, view: View) -> None:
        """Raise ValueError from time to time for a View that no message could carry."""
        self._unchecked_updates += 1
        if self._unchecked_updates >= UPDATES_PER_CHECK:
            self._unchecked_updates = 0
            if not fits_message(view):
                raise ValueError("the View is larger than any message")

    def request_view(self) -> tuple[GetView, ...]:
        """Return what to send because an update did not follow: once, until the whole View has come."""
        is_first, self.has_asked = self.missed and not self.has_asked, self.missed
        return (GetView(),) if is_first else ()

    def replace_view(self, message: Whole) -> None:
        """Replace the View. An equal one is kept as it is."""
        self.view = self.view if message.view == self.view else message.view
        self.version, self.missed, self.has_asked = message.version, False, False
