"""``python -m tools.site FOLDER``: the pages of the site and ``mkdocs.yml``, in a folder for the builder."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tools.site.gallery import add_gallery
from tools.site.pages import Site
from tools.site.plots import add_plots
from tools.site.reference import add_reference
from tools.site.schemas import add_schemas

PROJECT = Path(__file__).resolve().parents[2]
OTHERS = ("CHANGELOG.md", "CONTRIBUTING.md")
"""Pages of the site that are not in ``docs``."""


def prepare(folder: Path, project: Path = PROJECT) -> None:
    """All pages, those that are made first: no file of the project takes their places."""
    pages = folder / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    pages.mkdir(parents=True)
    shutil.copyfile(project / "mkdocs.yml", folder / "mkdocs.yml")
    shutil.copyfile(project / "tools/site/site.css", pages / "site.css")
    site = Site(project, pages)
    add_gallery(site)
    add_plots(site)
    add_reference(site)
    add_schemas(site)
    for path in (*documents(project), *OTHERS):
        site.take(path)


def documents(project: Path = PROJECT) -> list[str]:
    """The pages of ``docs``."""
    return [path.relative_to(project).as_posix() for path in sorted((project / "docs").rglob("*.md"))]


if __name__ == "__main__":
    prepare(Path(sys.argv[1]))
