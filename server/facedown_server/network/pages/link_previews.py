"""What chat apps and home screens show of a page: Open Graph tags, the web app manifest, and their pictures.

A preview names no address of its own: a chat app would then open that one, without the part of the link
after the # sign, which no request carries. So a preview discloses no secret, and uses up no link.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from facedown_shared.text import _, current_language

_WEB = files("facedown_server.network.pages") / "web"
PICTURES = {
    path: (_WEB / path[1:]).read_bytes() for path in ("/icon-192.png", "/icon-512.png", "/preview.png")
}
"""By path; drawn by `python -m tools.icons`."""

PREVIEW_SIZE = (1200, 630)
BACKGROUND = "#0c1118"


@dataclass(frozen=True, slots=True)
class Preview:
    """What a chat app shows of a link. `base` is the server's address, which is not known of every request:
    "" leaves the picture out.
    """

    title: str
    description: str
    site: str
    base: str = ""

    def tags(self) -> str:
        """Return the tags for the head of the page."""
        facts = [("og:type", "website"), ("og:site_name", self.site), ("og:title", self.title)]
        facts += [("og:description", self.description), ("og:locale", current_language())]
        if self.base:
            facts += [("og:image", f"{self.base}/preview.png"), ("og:image:alt", _("Cards, face-down"))]
            facts += zip(("og:image:width", "og:image:height"), map(str, PREVIEW_SIZE), strict=True)
            facts.append(("twitter:card", "summary_large_image"))
        return "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in facts)


HEAD = (
    f'<meta name="theme-color" content="{BACKGROUND}"><link rel="manifest" href="/manifest.webmanifest">'
    '<link rel="apple-touch-icon" href="/icon-192.png">'
)
"""For the head of every page, so that a phone can put it on its home screen."""


def manifest(title: str) -> str:
    """Return the web app manifest: name, icons and colours of the page on a home screen."""
    icons: Sequence[dict[str, str]] = [
        {"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    return json.dumps({
        "name": title, "short_name": title, "id": "/", "start_url": "/", "scope": "/",
        "display": "standalone", "background_color": BACKGROUND, "theme_color": BACKGROUND,
        "lang": current_language().replace("_", "-"), "icons": icons,
    }, ensure_ascii=False)  # fmt: skip
