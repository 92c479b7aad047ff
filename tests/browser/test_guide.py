"""The pictures of the page on the studio: ``QUIDPRO_UPDATE=1 pytest tests/browser/test_guide.py`` takes them anew.

Fonts differ from machine to machine, so they are not compared; what they show is made again each time.
"""

import os
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "use-the-studio.md"


def keep(page, name):
    """Take a picture of the page, if asked to; the guide shows it in any case."""
    path = PAGE.parent / "studio" / name
    if os.environ.get("QUIDPRO_UPDATE"):
        path.parent.mkdir(exist_ok=True)
        page.screenshot(path=path)
    assert path.is_file()
    assert f"(studio/{name})" in PAGE.read_text(encoding="utf-8")


@pytest.fixture
def client_server(opened):
    opened.emulate_media(color_scheme="light")
    opened.select_option("#open", "file:client_server.lts")
    opened.wait_for_function("document.title.startsWith('client_server')")
    opened.wait_for_selector("#health:has-text('no problems')")
    opened.click("[data-view=model]")
    opened.wait_for_selector(".body svg")
    return opened


def test_a_counterexample(client_server):
    page = client_server
    page.select_option("#system", "BROKEN")
    page.click("#check")
    page.wait_for_selector("#stop:disabled")
    page.wait_for_selector("[data-step].on")
    page.click("h1.verdict")
    page.keyboard.press("j")
    page.wait_for_selector("#status:has-text('step 2')")
    assert page.query_selector_all(".strip .state.on")
    keep(page, "check.png")


def test_a_round(client_server):
    page = client_server
    page.select_option("#system", "SYSTEM")
    page.click("[data-view=watch]")
    page.click(".view:not([hidden]) .more")
    page.fill("#split", "c.3:CLIENT | rest")
    page.keyboard.press("Tab")
    page.click(".view:not([hidden]) .more")
    page.click(".invitation button:has-text('lstar')")
    page.wait_for_selector(".timeline [data-round='5']")
    page.wait_for_selector("#stop:disabled")
    page.click(".timeline [data-round='4']")
    assert page.query_selector_all(".stage .new")
    assert page.query_selector_all(".answer .letter")
    keep(page, "watch.png")
