"""The report in a real browser: rounds are stepped by keys, nothing is asked of the network, nothing complains."""

from __future__ import annotations

import pytest

from quidpro.report.document import Rounds, rounds_html
from quidpro.verdict.watch import ConjectureView, RoundView

pytestmark = pytest.mark.slow
NAMES = ["Round 1", "Round 2", "Round 3"]


def view(number: int) -> RoundView:
    svg = f'<svg width="200" height="{40 * number}"><rect width="9" height="9"/></svg>'
    conjecture = ConjectureView("A", number, number, 1, svg)
    return RoundView(number, "P", "", 0, "too weak", f"A{number}", "too weak", "It must forbid more.", (conjecture,))


@pytest.fixture
def report(browser, tmp_path):
    """A report in a page, and what it asked for or complained about."""
    path = tmp_path / "report.html"
    path.write_text(rounds_html("Rounds", ["Three rounds."], Rounds([view(1), view(2), view(3)])), encoding="utf-8")
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    page = context.new_page()
    complaints, requests = [], []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(path.as_uri())
    yield page
    context.close()
    assert complaints == []
    assert requests == [path.as_uri()]


def shown(page):
    """The rounds that can be seen."""
    return [h.inner_text().split(" ·")[0] for h in page.locator(".round h3").all() if h.is_visible()]


def test_rounds_are_stepped_by_keys(report):
    assert shown(report) == ["Round 3"]
    report.keyboard.press("ArrowLeft")
    assert shown(report) == ["Round 2"]
    report.locator(".stepper").focus()
    report.keyboard.press("Home")
    assert shown(report) == ["Round 1"]
    report.keyboard.press("ArrowLeft")
    assert shown(report) == ["Round 1"]
    report.keyboard.press("ArrowRight")
    assert shown(report) == ["Round 2"]
    report.keyboard.press("End")
    assert shown(report) == ["Round 3"]
    assert report.locator(".here").inner_text() == "round 3, 3 of 3"


def test_space_plays_and_stops(report):
    report.locator(".stepper").focus()
    report.keyboard.press(" ")
    assert shown(report) == ["Round 1"]
    assert report.locator("[data-go=play]").get_attribute("aria-pressed") == "true"
    report.keyboard.press(" ")
    assert report.locator("[data-go=play]").get_attribute("aria-pressed") == "false"


def test_buttons_and_the_timeline_step_too(report):
    report.get_by_label("first round").click()
    assert shown(report) == ["Round 1"]
    report.locator(".timeline button").nth(1).click()
    assert shown(report) == ["Round 2"]


def test_the_card_keeps_its_height(report):
    card = report.locator(".stepper")
    heights = set()
    for button in report.locator(".timeline button").all():
        button.click()
        heights.add(card.bounding_box()["height"])
    assert len(heights) == 1


def test_without_scripts_it_is_a_list(browser, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(rounds_html("Rounds", [], Rounds([view(1), view(2), view(3)])), encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    assert shown(page) == NAMES
    assert not page.locator(".bar").is_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_follows_the_scheme_of_the_reader_and_needs_no_sideways_scrolling(browser, tmp_path, scheme):
    path = tmp_path / "report.html"
    path.write_text(rounds_html("Rounds", [], Rounds([view(1)])), encoding="utf-8")
    context = browser.new_context(color_scheme=scheme, viewport={"width": 700, "height": 600})
    page = context.new_page()
    page.goto(path.as_uri())
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(23, 27, 32)"}[scheme]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
