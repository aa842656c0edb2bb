"""What a browser may keep of the pages for when the host is away, and how they are installed.

Files that are the same for everybody, and nothing else; a version made of what they say.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from dicehost.web.bundles import Bundles
from dicehost.web.packed import strip_script

SUFFIXES = {".html", ".js", ".css", ".svg", ".png", ".woff2"}


def worker(pages: Path) -> str:
    """The service worker's text: it changes with any file it keeps."""
    files = {
        file.relative_to(pages).as_posix(): file
        for file in sorted(pages.rglob("*"))
        if file.suffix in SUFFIXES
    }
    made = hashlib.sha256()
    for path, file in files.items():
        made.update(f"{path}\n".encode() + file.read_bytes())
    scripts = Bundles(pages)
    kept = {path for path in files if scripts.text(path) is None} - {"worker.js"}
    shell = [f"/static/{path}" for path in sorted({*kept, *scripts.loaded})]
    version = made.hexdigest()[:16]
    head = f"const VERSION = {json.dumps(version)};\nconst SHELL = {json.dumps(shell)};\n"
    return head + strip_script((pages / "worker.js").read_text(encoding="utf-8"))


MANIFEST = {
    "name": "dicetower",
    "short_name": "dicetower",
    "description": "A dice tower's table: dice, turns, scores and your own hand.",
    "id": "/start",
    "start_url": "/start",
    "scope": "/",
    "display": "standalone",
    "background_color": "#f4ede1",
    "theme_color": "#b4501e",
    "icons": [
        {"src": "/static/images/icon.svg", "type": "image/svg+xml", "sizes": "any"},
        {"src": "/static/images/icon-192.png", "type": "image/png", "sizes": "192x192"},
        {"src": "/static/images/icon-512.png", "type": "image/png", "sizes": "512x512"},
        {
            "src": "/static/images/icon-maskable.png",
            "type": "image/png",
            "sizes": "512x512",
            "purpose": "maskable",
        },
    ],
}
