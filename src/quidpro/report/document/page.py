"""The page itself: the template filled in, with a policy that lets nothing in from outside."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from quidpro.core import __version__
from quidpro.core.words import counted, printable
from quidpro.report import theme
from quidpro.report.document.result import ResultPart
from quidpro.report.document.rounds import AllRounds, states_of
from quidpro.report.document.source_text import Listing

if TYPE_CHECKING:
    from markupsafe import Markup

_CODE = re.compile(r"`([^`]*)`")


@dataclass(frozen=True)
class Page:
    """What stands on the page; ``sentences`` where there are no results."""

    title: str
    file: str = ""
    constants: list[str] = field(default_factory=list)
    results: list[ResultPart] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    rounds: AllRounds | None = None
    listing: Listing | None = None
    warnings: list[str] = field(default_factory=list)


def _shown(value: object) -> object:
    """What a template writes: a text has nothing in it that hides; pictures and other HTML are as they are."""
    return printable(value, "\n") if isinstance(value, str) and not hasattr(value, "__html__") else value


def page_html(page: Page) -> str:
    """HTML in one text."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_text),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["coded"] = _coded
    environment.filters["counted"] = counted
    environment.filters["states_of"] = states_of
    script = _text("rounds.js") if page.rounds is not None and page.rounds.parts else ""
    style = f"{theme.variables()}:root{{--sans:{theme.SANS};--mono:{theme.MONO}}}{_text('style.css')}"
    return environment.get_template("report.html.j2").render(
        page=page,
        style=style,
        script=script,
        policy=_policy(script),
        today=date.today().isoformat(),
        version=__version__,
    )


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _policy(script: str) -> str:
    """Nothing is loaded; the one script is known by its content."""
    allowed = f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" if script else "'none'"
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; base-uri 'none'; form-action 'none'"


def _coded(text: str) -> Markup:
    """Text in which what stands in back quotes is code."""
    from markupsafe import Markup, escape

    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))
