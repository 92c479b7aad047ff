"""What notebooks show, in a real browser: the colours of the notebook, and the stepping widget by its buttons."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import quidpro
from quidpro.notebook import stepper
from quidpro.notebook.stepper import Stepping
from quidpro.report.theme import DARK, LIGHT

pytestmark = pytest.mark.slow

LOSSY = "examples/channel/channel_lossy.lts"
JUPYTER = """
.jp-RenderedHTMLCommon table { table-layout: fixed; margin-left: auto; margin-right: auto; font-size: 10px }
:not(.jp-RenderedMarkdown).jp-RenderedHTMLCommon td { text-align: right }
.jp-RenderedHTMLCommon tbody tr:nth-child(odd) { background: #123456 }
.jp-RenderedHTMLCommon svg { max-width: 100% }
"""
"""Rules of JupyterLab that get in the way."""
PAGE = """<!doctype html><meta charset="utf-8"><style>%s</style>
<body %s><div class="jp-RenderedHTMLCommon" id="cell">%s</div>"""
MODEL = """async ({ code, view }) => {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const { default: widget } = await import(address);
  const on = (_, heard) => (model.heard = heard);
  const model = { get: () => view, on, off() {}, send: (asked) => window.asked(asked) };
  window.show = (next) => { view = next; model.heard(); };
  widget.render({ model, el: document.getElementById("cell") });
}"""


@pytest.fixture
def page(browser: object) -> Iterator[object]:
    """A page for an output, for a reader who likes it dark; it asks for nothing and complains about nothing."""
    context = browser.new_context(color_scheme="dark")
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    assert complaints == []


def colour(page: object, selector: str, kind: str = "background-color") -> str:
    return page.eval_on_selector(selector, f"e => getComputedStyle(e)['{kind}']")


def rgb(code: str) -> str:
    return f"rgb({int(code[1:3], 16)}, {int(code[3:5], 16)}, {int(code[5:7], 16)})"


@pytest.mark.parametrize(
    ("body", "colours"),
    [
        ("", DARK),
        ('data-jp-theme-light="true"', LIGHT),
        ('data-jp-theme-light="false"', DARK),
        ('class="vscode-light"', LIGHT),
    ],
)
def test_an_output_has_the_colours_of_its_notebook(page, body, colours):
    page.set_content(PAGE % (JUPYTER, body, quidpro.check(LOSSY, property="Order")._repr_html_()))
    assert colour(page, ".quidpro") == rgb(colours["surface"])
    assert colour(page, ".quidpro .bad", "color") == rgb(colours["bad"])


def test_tables_are_ours_and_letters_are_large_enough(page):
    page.set_content(PAGE % (JUPYTER, "", quidpro.load(LOSSY)._repr_html_() + quidpro.check(LOSSY)._repr_html_()))
    assert colour(page, "td", "text-align") == "left"
    assert colour(page, "tbody tr") == "rgba(0, 0, 0, 0)"
    sizes = page.eval_on_selector_all(
        ".quidpro *", "all => all.filter(e => e.textContent.trim()).map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert min(sizes) >= 12
    width = page.eval_on_selector("svg", "e => [e.getBoundingClientRect().width, +e.getAttribute('width')]")
    assert width[0] == pytest.approx(width[1], abs=1)


def test_the_widget_steps_by_its_buttons(page):
    stepping = Stepping(quidpro.simulate(LOSSY))
    widget = stepper(stepping.simulation)
    page.set_content(PAGE % (JUPYTER + widget._css, "", ""))
    asked: list[object] = []
    page.expose_function("asked", lambda message: asked.append(message))
    page.evaluate(MODEL, {"code": widget._esm, "view": stepping.view()})

    def press(name: str) -> None:
        page.get_by_role("button", name=name).click()
        for _ in range(100):
            if asked:
                break
            page.wait_for_timeout(20)
        page.evaluate("view => show(view)", stepping.do(asked.pop()))

    assert page.get_by_role("button", name="Back").is_disabled()
    press("input")
    assert page.locator("svg .step").count() == 1
    assert "after 1 step" in page.locator(".head").inner_text()
    press("send")
    press("Random")
    press("Back")
    assert page.locator("svg .step").count() == 2
    press("Start again")
    assert page.locator("svg").count() == 0
    stepping.simulation.follow(quidpro.check(LOSSY, property="Order").trace)
    page.evaluate("view => show(view)", stepping.view())
    assert page.get_by_role("status").inner_text() == "✗ Order violated"
    assert page.get_by_role("button", name="Random").is_disabled()


def test_names_in_the_widget_are_texts(page):
    lts = quidpro.LTS.of([(0, "<img src=x onerror=alert(1)>", 0)])
    stepping = Stepping(quidpro.simulate(quidpro.assemble("<b>", {"<script>alert(1)</script>": lts})))
    stepping.do({"do": "take", "choice": 0})
    widget = stepper(stepping.simulation)
    page.set_content(PAGE % (widget._css, "", ""))
    page.evaluate(MODEL, {"code": widget._esm, "view": stepping.view()})
    assert page.locator("#cell b, #cell img, #cell script").count() == 0
    assert "<img" in page.get_by_role("button").last.inner_text()
