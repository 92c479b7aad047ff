"""The pages of the project, put where the site has them, with all that they link to.

The documents are plain files, whose links lead from file to file of the project. On the site ``docs`` is the root, a
README is the page of its folder, and files and folders that a page links to come along.
"""

from __future__ import annotations

import re
import shutil
from os.path import normpath, relpath
from pathlib import Path, PurePosixPath

from tools.site.diagrams import draw

_CODE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
_ROW = re.compile(r"^\|.*$", re.MULTILINE)
_SPAN = re.compile(r"`[^`]*`")
_LINK = re.compile(r"(?<=\]\()[^)#\s:]+(?=[)#])")


class Site:
    """A folder of pages that grows by what they link to."""

    def __init__(self, project: Path, folder: Path) -> None:
        self.project = project
        self.folder = folder
        self._places: set[str] = set()

    def write(self, place: str, text: str) -> None:
        """A page or picture that is made for the site; nothing of the project takes its place."""
        self._places.add(place)
        target = self.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def take(self, path: str) -> str:
        """A file or folder of the project, with all that it links to; its place on the site."""
        source, place = self.project / path, place_of(self.project, path)
        if place not in self._places:
            self._places.add(place)
            if source.is_dir():
                self.write(place, self._listing(path))
            elif source.suffix == ".md":
                self.write(place, self.read(path))
            else:
                self._copy(source, place)
        return place

    def read(self, path: str) -> str:
        """The text of a page of the project, with links that are right on the site."""
        text = (self.project / path).read_text(encoding="utf-8")
        return "".join(self._part(part, path) for part in _CODE.split(text))

    def _part(self, text: str, path: str) -> str:
        if text.startswith("```mermaid"):
            return self._diagram(text, path)
        return text if text.startswith("```") else self._linked(_without_escapes(text), path)

    def _diagram(self, text: str, path: str) -> str:
        place = PurePosixPath(place_of(self.project, path)).with_suffix(".diagram.svg")
        self.write(str(place), draw(text))
        return f"![A diagram]({place.name})"

    def _linked(self, text: str, path: str) -> str:
        home = str(PurePosixPath(place_of(self.project, path)).parent)
        return _LINK.sub(lambda link: relpath(self._target(link[0], path), home), text)

    def _target(self, link: str, path: str) -> str:
        target = normpath(PurePosixPath(path).parent / link)
        if not (self.project / target).exists():
            raise SystemExit(f"{path}: the link {link} leads nowhere; mend it, or write what it promises")
        return self.take(target)

    def _listing(self, path: str) -> str:
        files = sorted(one for one in (self.project / path).iterdir() if one.is_file())
        for file in files:
            self.take(f"{path}/{file.name}")
        return "\n".join([f"# {path}", "", *(f"- [`{file.name}`]({file.name})" for file in files), ""])

    def _copy(self, source: Path, place: str) -> None:
        target = self.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def _without_escapes(text: str) -> str:
    """Code in tables as the builder reads it: on a forge a bar in it is escaped, for the builder it is not."""
    return _ROW.sub(lambda row: _SPAN.sub(lambda code: code[0].replace(r"\|", "|"), row[0]), text)


def place_of(project: Path, path: str) -> str:
    """Where the site has a file or folder of the project."""
    place = path.removeprefix("docs/")
    if (project / path).is_dir():
        return f"{place}/index.md"
    return re.sub(r"(^|/)README\.md$", r"\1index.md", place)
