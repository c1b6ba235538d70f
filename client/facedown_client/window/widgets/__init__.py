"""Widgets to press, type into and choose from, in the client's own style, for mouse and keyboard.

A scene puts widgets into a Group, passes it every event, and draws it. Nothing here knows a card or a
message.

ok = Button(rect, "Join", on_press=self.join, style="accent", key="Enter") group = Group([ok, Entry(rect,
placeholder="Code")]) group.event(event) or self.own_keys(event) group.draw(surface, theme)

Rects are in pixels (`theme.px`, and `theme.hit_length` for a size to hit). Tab and Shift+Tab move the focus,
Enter or Space presses, arrows choose within a widget, and a button's `key` presses it from anywhere in its
group.
"""

from __future__ import annotations

from facedown_client.window.widgets.base import Group, Pressable, Widget, draw_key, key_name, key_width
from facedown_client.window.widgets.buttons import Button, Chip, IconButton, Switch
from facedown_client.window.widgets.choices import Dropdown, Segments, Slider, Stepper
from facedown_client.window.widgets.entry import Entry, read_clipboard, write_clipboard
from facedown_client.window.widgets.lists import ListBox, ListRow, Paragraph, Scroll, disc, scroll_bar

__all__ = [
    "Button",
    "Chip",
    "Dropdown",
    "Entry",
    "Group",
    "IconButton",
    "ListBox",
    "ListRow",
    "Paragraph",
    "Pressable",
    "Scroll",
    "Segments",
    "Slider",
    "Stepper",
    "Switch",
    "Widget",
    "disc",
    "draw_key",
    "key_name",
    "key_width",
    "read_clipboard",
    "scroll_bar",
    "write_clipboard",
]  # fmt: skip
