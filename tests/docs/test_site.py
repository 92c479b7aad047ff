"""The site has every document and every example, and loads nothing from elsewhere.

How its pages are put together is asked everywhere; what is built, where the builder is installed (by ``make docs``).
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import quidpro
from quidpro.cli.examples import all_examples, example_named
from tools.site import gallery
from tools.site.__main__ import OTHERS, documents
from tools.site.pages import Site, place_of
from tools.site.plots import read_table
from tools.site.schemas import add_schemas

ROOT = Path.cwd()
NAV = re.findall(r"^ +- (?:[^:\n]+: )?(\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
FROM_ELSEWHERE = re.compile(
    r"""<(?:script|link|img|iframe|source)[^>]*?(?:src|href)=["']?(?:https?:)?//[^>]*"""
    r"""|(?:url\(|@import )["']?https?:[^)]*"""
)
BUILDERS = [str(ROOT / ".venv-docs/bin/python")] if (ROOT / ".venv-docs/bin/zensical").exists() else []
BUILDERS += [sys.executable] if find_spec("zensical") and find_spec("mkdocstrings_handlers") else []
BUILT = pytest.mark.skipif(not BUILDERS, reason="the builder of the site is not installed: make docs does that")


def test_every_document_is_in_the_navigation_once():
    pages = [place_of(ROOT, path) for path in (*documents(), *OTHERS)]
    assert len(NAV) == len(set(NAV))
    assert set(pages) <= set(NAV)


def test_the_navigation_has_the_order_of_the_front_page():
    front = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    for section in ("how-to", "reference"):
        linked = re.findall(rf"\(({section}/\S+?\.md)\)", front)
        assert [page for page in NAV if page in linked] == linked


def test_every_example_is_in_the_navigation_and_has_commands():
    examples = all_examples()
    assert [page for page in NAV if page.startswith("examples/")] == [
        "examples/index.md",
        *(f"examples/{example.name}/index.md" for example in examples),
    ]
    asked = {check.file.resolve() for check in gallery.all_checks(ROOT)}
    assert all(any(file.is_relative_to(example.path) for file in asked) for example in examples)


@pytest.fixture
def project(tmp_path):
    """A project of two pages, a model and a folder."""
    for path, text in {
        "docs/README.md": "[how](how-to/a.md#there) [why](../CHANGELOG.md)\n\n```\n[as it is](nowhere.md)\n```\n",
        "docs/how-to/a.md": "# A\n\n[model](../../examples/m.lts) [all](../../examples) [out](https://example.org/a.md)\n",
        "CHANGELOG.md": "[front](docs/README.md)\n",
        "examples/m.lts": "A = (a -> A).\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_pages_come_with_what_they_link_to(project, tmp_path):
    site = Site(project, tmp_path / "site")
    assert site.take("docs/README.md") == "index.md"
    found = {path.relative_to(site.folder).as_posix(): path.read_text(encoding="utf-8") for path in _files(site.folder)}
    assert found == {
        "index.md": "[how](how-to/a.md#there) [why](CHANGELOG.md)\n\n```\n[as it is](nowhere.md)\n```\n",
        "how-to/a.md": "# A\n\n[model](../examples/m.lts) [all](../examples/index.md) [out](https://example.org/a.md)\n",
        "CHANGELOG.md": "[front](index.md)\n",
        "examples/index.md": "# examples\n\n- [`m.lts`](m.lts)\n",
        "examples/m.lts": "A = (a -> A).\n",
    }


def test_a_link_to_nothing_stops_the_build(project, tmp_path):
    (project / "CHANGELOG.md").write_text("[gone](docs/gone.md)\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"CHANGELOG\.md: the link docs/gone\.md leads nowhere"):
        Site(project, tmp_path / "site").take("docs/README.md")


def test_what_is_made_is_not_replaced(project, tmp_path):
    site = Site(project, tmp_path / "site")
    site.write("CHANGELOG.md", "made")
    site.take("docs/README.md")
    assert (site.folder / "CHANGELOG.md").read_text(encoding="utf-8") == "made"


def test_a_bar_in_code_of_a_table_is_not_escaped(project, tmp_path):
    (project / "CHANGELOG.md").write_text("| a |\n|---|\n| `x \\| y` \\|z\\| |\n\n`x \\| y`\n", encoding="utf-8")
    page = Site(project, tmp_path / "site").read("CHANGELOG.md")
    assert page == "| a |\n|---|\n| `x | y` \\|z\\| |\n\n`x \\| y`\n"


def test_a_diagram_is_drawn(project, tmp_path):
    (project / "CHANGELOG.md").write_text("```mermaid\ngraph TD\n  a((One)) -->|x| b[Two]\n```\n", encoding="utf-8")
    site = Site(project, tmp_path / "site")
    site.take("CHANGELOG.md")
    assert (site.folder / "CHANGELOG.md").read_text(encoding="utf-8") == "![A diagram](CHANGELOG.diagram.svg)\n"
    drawn = (site.folder / "CHANGELOG.diagram.svg").read_text(encoding="utf-8")
    assert all(f">{word}</text>" in drawn for word in ("One", "Two"))


@pytest.mark.slow
def test_the_page_of_an_example(tmp_path, monkeypatch):
    monkeypatch.setattr(gallery, "all_examples", lambda: [example_named("in_out")])
    gallery.add_gallery(Site(ROOT, tmp_path))
    page = (tmp_path / "examples/in_out/index.md").read_text(encoding="utf-8")
    assert "$ quidpro check examples/in_out/in_out.lts --method circular --split 'In | Out'\nHOLDS: InOut" in page
    shown = re.findall(r"\]\(([^)#]+)\)", page)
    assert {"architecture.svg", "report-1.html", "report-2.html", "in_out.lts"} == set(shown)
    assert all((tmp_path / "examples/in_out" / name).stat().st_size > 0 for name in shown)
    assert "[In out](in_out/index.md)" in (tmp_path / "examples/index.md").read_text(encoding="utf-8")


def test_a_verdict_that_is_not_the_expected_one_stops_the_build(tmp_path):
    check = gallery.Check(Path("examples/channel/channel.lts"), (), "a lie", "violated", slow=False)
    with pytest.raises(SystemExit, match=r"channel\.lts: not violated"):
        gallery._run(check, tmp_path / "report.html", tmp_path / "chart.svg")


def test_the_pages_of_the_schemas(tmp_path):
    add_schemas(Site(ROOT, tmp_path))
    page = (tmp_path / "schema/verdict.md").read_text(encoding="utf-8")
    assert "| `for` | list of string | The components that must guarantee it. |" in page
    assert sorted(place.stem for place in tmp_path.rglob("*.md")) == ["bench", "certificate", "verdict"]
    for name in re.findall(r"\]\(#([^)]+)\)", page):
        assert f"## {name}\n" in page.lower()


def test_a_table_is_read_for_its_plot():
    rows = "| system | states | `saturation` | SPIN |\n|---|---|---|---|\n| `ring` N=2 / 4 | 3 / 9 | 0.5 / 1.5 | – |\n"
    [((name, constant), series)] = read_table(rows + "| `ring` N=8 | 10^9 | 2 | |").items()
    assert (name, constant) == ("ring", "N")
    assert [(point.value, point.seconds) for point in series["saturation"]] == [(2, 0.5), (4, 1.5), (8, 2.0)]
    assert [(point.value, point.answered) for point in series["SPIN"]] == [(2, False), (4, False)]


def _files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The site, built as ``make docs`` does."""
    folder = tmp_path_factory.mktemp("docs")
    for command in (["tools.site", folder], ["zensical", "build", "--strict", "--config-file", folder / "mkdocs.yml"]):
        done = subprocess.run([BUILDERS[0], "-m", *map(str, command)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


@BUILT
@pytest.mark.slow
def test_every_page_is_built(built):
    assert all((built / page).with_suffix(".html").exists() for page in NAV)
    front = (built / "examples/index.html").read_text(encoding="utf-8")
    assert all(f'href="{example.name}/index.html"' in front for example in all_examples())
    names = (built / "reference/api.html").read_text(encoding="utf-8")
    assert all(f">{name}<" in re.sub(r"\s+", "", names) for name in quidpro.__all__ if not name.startswith("_"))


@BUILT
@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(built):
    texts = {path: path.read_text(encoding="utf-8") for path in _files(built) if path.suffix in (".html", ".css")}
    assert len(texts) > len(NAV)
    assert {path.name: found for path, text in texts.items() if (found := FROM_ELSEWHERE.findall(text))} == {}
