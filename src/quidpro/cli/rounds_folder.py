"""The folder of ``--trace-iterations``: the files of every round, a list that grows, and a page at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from quidpro.cli.output import write_file
from quidpro.core.words import printable

LIST = "rounds.tsv"
PAGE = "index.html"
_OURS = re.compile(r"\d{3,}(\.A\d+|\.tree)?\.(aut|dot|json|svg|txt|table\.txt)")


class RoundsFolder:
    """Writes while the work goes on, so that a run that is ended leaves all that it tried."""

    def __init__(self, folder: Path, columns: Sequence[str]) -> None:
        self.folder = folder
        self._lines = ["\t".join(columns)]
        if (folder / LIST).is_file():
            self._clear()
        self._list()

    @property
    def next(self) -> str:
        """The number of the next round, which its files begin with."""
        return f"{len(self._lines):03}"

    def write(self, name: str, text: str) -> None:
        """A file of the next round."""
        write_file(self.folder / name, text)

    def add(self, *fields: object) -> None:
        """The next round is complete: its number and these fields make a line of the list."""
        self._lines.append("\t".join(printable(str(field)) for field in (self.next, *fields)))
        self._list()

    def finish(self, page: str) -> None:
        """The page that shows all rounds."""
        write_file(self.folder / PAGE, page)

    def _clear(self) -> None:
        """Take away what an earlier run left here: its rounds are not those of this one."""
        for path in self.folder.iterdir():
            if path.name == PAGE or _OURS.fullmatch(path.name):
                path.unlink()

    def _list(self) -> None:
        write_file(self.folder / LIST, "".join(f"{line}\n" for line in self._lines))
