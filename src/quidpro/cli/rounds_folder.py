"""The folder of ``--trace-iterations``: the files of every round, a list that grows, pictures and a page at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from quidpro.cli.gallery import Gallery
from quidpro.cli.output import append_line, write_file
from quidpro.core.words import printable
from quidpro.report.page import Section, page

LIST = "rounds.tsv"
PAGE = "index.html"
_OURS = re.compile(r"\d{3,}(\.A\d+|\.tree)?\.(aut|dot|json|svg|txt|table\.txt)")


class RoundsFolder:
    """Writes while the work goes on, so that a run that is ended leaves all that it tried."""

    def __init__(self, gallery: Gallery, columns: Sequence[str]) -> None:
        self.gallery, self.folder = gallery, gallery.folder
        self._sections: list[Section] = []
        if (self.folder / LIST).is_file():
            self._clear()
        write_file(self.folder / LIST, "\t".join(columns) + "\n")

    @property
    def next(self) -> str:
        """The number of the next round, which its files begin with."""
        return f"{len(self._sections) + 1:03}"

    def write(self, name: str, text: str) -> None:
        """A file of the next round."""
        write_file(self.folder / name, text)

    def add(self, section: Section, *fields: object) -> None:
        """The next round is complete: so it stands on the page; its number and these fields make a line of the list."""
        append_line(self.folder / LIST, "\t".join(printable(str(field)) for field in (self.next, *fields)))
        self._sections.append(section)

    def finish(self, answers: Iterable[str]) -> None:
        """Draw the pictures, as far as there is time, and write the page with all rounds and what came of them."""
        self.gallery.draw()
        write_file(self.folder / PAGE, page(answers, self._sections, self.gallery.missing))

    def _clear(self) -> None:
        """Take away what an earlier run left here: its rounds are not those of this one."""
        for path in self.folder.iterdir():
            if path.name == PAGE or _OURS.fullmatch(path.name):
                path.unlink()
