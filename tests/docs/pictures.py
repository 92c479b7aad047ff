"""Pictures of a page that a command writes: drawn anew, and compared with those beside the page.

Compared are the nodes, the arrows and the words: where they stand depends on the fonts of the machine.
``QUIDPRO_UPDATE=1`` puts the new ones beside the page.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.cli.driver import quidpro


@dataclass(frozen=True)
class Pictures:
    """The page, the folder of its pictures, and the command that writes them into its last argument."""

    page: Path
    folder: Path
    command: str

    def draw(self, into):
        assert quidpro(*shlex.split(self.command)[1:-1], into).code == 0
        if os.environ.get("QUIDPRO_UPDATE"):
            self.folder.mkdir(parents=True, exist_ok=True)
            for path in into.glob("*.svg"):
                shutil.copy(path, self.folder)
        return into

    def shown(self):
        """The names of the pictures in the order of the page."""
        place = self.folder.relative_to(self.page.parent)
        return re.findall(rf"\({re.escape(str(place))}/(\S+)\)", self.page.read_text(encoding="utf-8"))

    def assert_current(self, drawn):
        """The page gives the command and shows its pictures, all of them, as they are drawn now."""
        assert f"$ {self.command}\n" in self.page.read_text(encoding="utf-8")
        names = sorted(path.name for path in drawn.glob("*.svg"))
        assert names
        assert self.shown() == names == sorted(path.name for path in self.folder.iterdir())
        for name in names:
            old, new = ((folder / name).read_text(encoding="utf-8") for folder in (self.folder, drawn))
            assert {("<title>", title) for title in (f"A{int(name[:3])}", "g1", "g2")} & set(said(new))
            assert said(old) == said(new)


def said(svg):
    """Titles and words, and the colours, by which something is marked."""
    found = re.findall(r"(<title>|<text[^>]*>)(.*?)</|(fill|stroke)=\"(#\w+)\"", svg)
    return [(tag if tag == "<title>" else kind, text or colour) for tag, text, kind, colour in found]
