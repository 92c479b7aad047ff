"""A page for each example of ``quidpro examples``: its picture, its commands with their verdicts and reports, its text.

The commands are those of the files ``expected.toml``, which the tests ask too; here they are run once more, and what
they draw and report goes to the site. An example with a README begins with it.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

import quidpro
from quidpro.cli.app import app
from quidpro.cli.examples import Example, all_examples
from quidpro.report.architecture import architecture_svg
from quidpro.report.explicit.architecture import architecture
from quidpro.verdict.explicit.problem import problem_about
from tools.site.pages import Site

_OUTCOMES = {0: "holds", 1: "violated", 3: "unknown"}
_VERDICT = re.compile(r"^(?:HOLDS|VIOLATED|UNKNOWN): .*", re.MULTILINE)
_NAMED = re.compile(r"\[([^]]*)\]\([^)]*\)")
_SENTENCE = re.compile(r".*?[.](?=\s|$)", re.DOTALL)
_SECONDS = 60.0
_ATTEMPTS = 5


@dataclass(frozen=True)
class Check:
    """A command about an example, and what comes of it; one that takes long is only shown."""

    file: Path
    options: tuple[str, ...]
    what: str
    outcome: str
    slow: bool

    @property
    def words(self) -> list[str]:
        """What is typed after ``quidpro``."""
        return ["check", self.file.as_posix(), *self.options]


@dataclass(frozen=True)
class Card:
    """What the gallery shows of an example: where its page and its picture are, beside the gallery's own."""

    title: str
    page: str
    picture: str
    words: str

    def __str__(self) -> str:
        return f"-   [![]({self.picture})]({self.page})\n\n    **[{self.title}]({self.page})**\n\n    {self.words}\n"


def add_gallery(site: Site) -> None:
    """The page of the gallery and those of its examples."""
    checks = all_checks(site.project)
    with chdir(site.project):
        cards = [_add_example(site, example, _about(example, checks)) for example in all_examples()]
    words = "Models that come with quidpro: `quidpro examples NAME -o .` writes one into your folder."
    grid = "\n".join(map(str, cards))
    site.write("examples/index.md", f'# Examples\n\n{words}\n\n<div class="grid cards" markdown>\n\n{grid}\n</div>\n')


def all_checks(project: Path) -> list[Check]:
    """What is asked about the examples, in the order of the files that list it."""
    files = ("expected.toml", "smv/expected.toml", "circuits/expected.toml", "prism/expected.toml")
    return [check for file in files for check in _checks(project, Path("examples") / file)]


def _checks(project: Path, listing: Path) -> Iterator[Check]:
    for row in tomllib.loads((project / listing).read_text(encoding="utf-8"))["example"]:
        what, slow = row.get("what", f"`{row['file']}`: `{row.get('property')}`"), row.get("slow", False)
        yield Check(listing.parent / row["file"], tuple(_options(row, listing.parent)), what, row["outcome"], slow)


def _options(row: dict[str, Any], folder: Path) -> Iterator[str]:
    """The options of a row; those of an SMV model are columns of it, a file of a PRISM model is beside the model."""
    if "split" in row:
        yield from ("--method", "symbolic", "--split", row["split"], "--property", row["property"])
        yield from ("--orientation", "given")
    if "timeout" in row:
        yield from ("--timeout", str(row["timeout"]))
    for option in row.get("options", ()):
        yield str(folder / option) if option.endswith(".prism") else option


def _about(example: Example, checks: list[Check]) -> list[Check]:
    return [check for check in checks if check.file.resolve().is_relative_to(example.path)]


def _add_example(site: Site, example: Example, checks: list[Check]) -> Card:
    home = f"examples/{example.name}"
    readme = example.path / "README.md"
    text = site.read(f"{home}/README.md") if readme.exists() else _opening(site, example, home)
    parts = [text, "## Commands and verdicts", *(_asked(site, home, i, check) for i, check in enumerate(checks, 1))]
    site.write(f"{home}/index.md", "\n\n".join([*parts, *_texts(site, example, home)]) + "\n")
    title = text.split("\n", 1)[0].removeprefix("# ")
    return Card(title, f"{example.name}/index.md", _picture(site, home), _sentence(text))


def _opening(site: Site, example: Example, home: str) -> str:
    """A title, the comment at the top of the first model, and a picture of its system."""
    model = example.models[0]
    site.write(f"{home}/architecture.svg", _drawn(model))
    title = example.name.replace("_", " ").capitalize()
    lines = takewhile(lambda line: line.startswith("//"), model.read_text(encoding="utf-8").splitlines())
    words = " ".join(line.removeprefix("//").strip() for line in lines)
    return f"# {title}\n\n{words}\n\n![The components, and the actions that they share](architecture.svg)"


def _drawn(path: Path) -> str:
    """The architecture; it is given up after seconds, which are too few where the machine has much to do."""
    model, budget = quidpro.load(path), quidpro.Budget(seconds=_SECONDS)
    assert not isinstance(model, quidpro.SmvModel | quidpro.PrismModel), "their folders have a README"
    found = architecture(problem_about(model.system(model.default_system(), budget), "safety", None))
    drawn = filter(None, (architecture_svg(found, budget, standalone=True) for _ in range(_ATTEMPTS)))
    if svg := next(drawn, ""):
        return svg
    raise SystemExit(f"{path}: its architecture takes too long to be drawn; try again when the machine is less busy")


def _asked(site: Site, home: str, number: int, check: Check) -> str:
    """The command and what came of it."""
    typed = shlex.join(["quidpro", *check.words])
    answers = [f"```console\n$ {typed}\n```", f"The outcome is *{check.outcome}*; it takes too long to be run here."]
    if not check.slow:
        answers = _answers(typed, check, *(site.folder / home / f"{name}-{number}" for name in ("report", "chart")))
    return "\n\n".join([f"### {check.what[0].upper()}{check.what[1:]}", *answers])


def _answers(typed: str, check: Check, report: Path, chart: Path) -> list[str]:
    """The verdicts, the report, and the chart of what is violated."""
    report, chart = report.with_suffix(".html"), chart.with_suffix(".svg")
    answers = [
        f"```console\n$ {typed}\n{_run(check, report, chart)}\n```",
        f"[The report of this check]({report.name})",
    ]
    return [*answers, f"[![A counterexample]({chart.name})]({chart.name})"] if chart.exists() else answers


def _run(check: Check, report: Path, chart: Path) -> str:
    report.parent.mkdir(parents=True, exist_ok=True)
    done = CliRunner().invoke(app, [*check.words, "--report", str(report), "--chart", str(chart)])
    if _OUTCOMES.get(done.exit_code) != check.outcome:
        raise SystemExit(
            f"quidpro {shlex.join(check.words)}: not {check.outcome}, as expected.toml has it:\n{done.output}"
        )
    return "\n".join(_VERDICT.findall(done.stdout))


def _texts(site: Site, example: Example, home: str) -> Iterator[str]:
    """The models: those in FSP as they are, of others the files."""
    yield "## The models"
    for model in example.models:
        path = model.relative_to(example.path.parent.parent).as_posix()
        link = f"[`{path}`]({_beside(home, site.take(path))})"
        is_fsp = model.suffix == ".lts"
        yield f"{link}:\n\n```fsp\n{model.read_text(encoding='utf-8').strip()}\n```" if is_fsp else f"- {link}"


def _beside(home: str, place: str) -> str:
    return place.removeprefix(f"{home}/") if place.startswith(f"{home}/") else f"../{Path(place).name}"


def _picture(site: Site, home: str) -> str:
    """The architecture, or the first counterexample."""
    found = sorted((site.folder / home).glob("*.svg"))
    return found[0].relative_to(site.folder / "examples").as_posix()


def _sentence(text: str) -> str:
    """The first sentence of a page, without links."""
    paragraph = next(part for part in text.split("\n\n") if not part.startswith(("#", "!", "|")))
    found = _SENTENCE.match(_NAMED.sub(r"\1", paragraph))
    return " ".join((found[0] if found else paragraph).split())
