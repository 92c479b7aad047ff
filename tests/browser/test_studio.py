"""The studio as a user sees it, in a real browser: structure, not pixels."""

import json
import os
import re
import shutil
import signal
import time

import psutil
import pytest

from quidpro.report.watch import view_json
from quidpro.verdict.watch import ConjectureView, RoundView

pytestmark = pytest.mark.slow
VIEWS = ("model", "step", "check", "watch", "compare", "report")


def open_file(page, name):
    page.select_option("#open", f"file:{name}")
    page.wait_for_function("name => document.title.startsWith(name)", arg=name)
    page.wait_for_selector("#health:has-text('no problems')")


def check(page, *, system=None, method="auto"):
    if system is not None:
        page.select_option("#system", system)
    page.select_option("#method", method)
    page.click("#check")


def checked(page, words):
    page.wait_for_selector(f"h1.verdict:has-text('{words}')")


def violated(page):
    open_file(page, "client_server.lts")
    check(page, system="BROKEN")
    checked(page, "MUTEX")
    page.wait_for_selector("[data-step].on")
    page.click("h1.verdict")


def lit_lines(page):
    return [line.inner_text() for line in page.query_selector_all(".cm-lit")]


def test_an_example_is_opened(opened):
    examples = opened.eval_on_selector_all("#open option[value^='example:']", "options => options.map(o => o.value)")
    opened.select_option("#open", examples[-1])
    opened.wait_for_function("name => document.title.includes(name)", arg=examples[-1].removeprefix("example:"))
    assert opened.inner_text(".cm-content").strip()
    opened.wait_for_selector(".view:not([hidden]) h1")


def test_an_error_is_shown_at_its_place_and_goes_when_it_is_mended(opened):
    open_file(opened, "client_server.lts")
    opened.click(".cm-line:nth-child(8)")
    opened.keyboard.press("End")
    opened.keyboard.type(" = OOPS")
    opened.wait_for_selector("#health.bad")
    opened.wait_for_selector(".cm-lint-marker-error")
    marked = opened.query_selector(".cm-lintRange-error").evaluate("mark => mark.closest('.cm-line').textContent")
    assert marked.startswith("CLIENT")
    opened.keyboard.press("F8")
    opened.wait_for_selector(".cm-diagnostic-error")
    assert opened.query_selector(".problem.error .code").inner_text().startswith("8:")
    opened.keyboard.press("End")
    for _ in " = OOPS":
        opened.keyboard.press("Backspace")
    opened.wait_for_selector("#health:not(.bad):has-text('no problems')")
    assert opened.query_selector(".cm-lint-marker-error") is None


def test_a_proof_is_shown_as_one_and_asked_for_from_within_the_text(opened):
    open_file(opened, "client_server.lts")
    opened.click(".cm-content")
    opened.keyboard.press("Control+Enter")
    checked(opened, "MUTEX")
    assert opened.query_selector("h1.verdict .good").inner_text().startswith("✓")


def test_the_verdict_has_its_place_before_it_comes(opened):
    open_file(opened, "client_server.lts")
    opened.click("[data-view=check]")
    row = "[aria-label=Check] .tabs"
    before = opened.query_selector(row).bounding_box()["y"]
    check(opened, system="BROKEN")
    checked(opened, "MUTEX")
    assert opened.query_selector(row).bounding_box()["y"] == before


def test_one_cursor_moves_chart_automata_and_text(opened):
    violated(opened)
    seen = []
    for _ in range(4):
        step = opened.get_attribute("[data-step].on", "data-step")
        states = opened.eval_on_selector_all(
            ".strip .figure.moves .state.on", "all => all.map(s => s.closest('.figure').dataset.name + s.dataset.state)"
        )
        assert f"step {int(step) + 1} / 4" in opened.inner_text(".where")
        assert opened.query_selector_all(".strip .edge.on")
        assert any(line.startswith("CLIENT") for line in lit_lines(opened))
        seen.append((step, tuple(states), tuple(lit_lines(opened))))
        opened.keyboard.press("j")
    assert [step for step, _, _ in seen] == ["0", "1", "2", "3"]
    assert len({states for _, states, _ in seen}) == 4
    assert "step 4 of 4" in opened.inner_text("#live").lower()
    assert "ERROR" in opened.inner_text("#live")
    opened.keyboard.press("Home")
    assert opened.query_selector("[data-step].on") is None
    assert lit_lines(opened) == []
    opened.click("[data-step='1']")
    assert "step 2 / 4" in opened.inner_text(".where")


def test_repetitions_are_folded_on_demand(opened):
    open_file(opened, "rounds.lts")
    check(opened)
    checked(opened, "FEW")
    opened.wait_for_selector("[data-step].on")
    opened.click("h1.verdict")
    folded = len(opened.query_selector_all(".chart [data-step]"))
    opened.keyboard.press("f")
    assert len(opened.query_selector_all(".chart [data-step]")) > folded
    opened.keyboard.press("End")
    assert opened.query_selector("[data-step].on")
    opened.keyboard.press("f")
    assert len(opened.query_selector_all(".chart [data-step]")) == folded


def test_three_rounds_are_watched(opened):
    open_file(opened, "client_server.lts")
    opened.select_option("#system", "SYSTEM")
    opened.click("[data-view=watch]")
    opened.uncheck("#published")
    opened.click(".invitation button:has-text('circular')")
    opened.wait_for_selector(".timeline [data-round='3']")
    opened.wait_for_selector("#stop:disabled")
    opened.keyboard.press("Home")
    titles = []
    for number in ("1", "2", "3"):
        assert opened.get_attribute(".timeline [aria-selected=true]", "data-round") == number
        assert opened.query_selector(".conjecture svg [data-state]")
        assert opened.inner_text(".answer .verdict")
        assert opened.query_selector_all(".growth button")
        titles.append(opened.inner_text(".stage h2"))
        opened.keyboard.press("ArrowRight")
    assert len(set(titles)) == 3
    opened.keyboard.press("End")
    assert opened.query_selector(".answer .verdict.good")
    opened.keyboard.press("Space")
    opened.wait_for_selector(".rounds .primary:has-text('Pause')")
    opened.keyboard.press("Space")
    opened.wait_for_selector(".rounds .primary:has-text('Play')")


def raced(numbers):
    """What a race tells whose runners make rounds by turns."""
    for number in numbers:
        for runner in ("lstar, split A | B", "agar, split A | B"):
            tried = ConjectureView(f"A{number}", number, number, 1, "", runner)
            round = RoundView(
                number, "P", "", 0, "too weak", f"A{number}", "too weak", "It forbids more.", (tried,), runner=runner
            )
            yield {"type": "round", "view": view_json(round)}
    yield {"type": "done", "state": "finished", "message": ""}


def test_one_runner_of_a_race_is_watched_at_a_time(opened):
    lines = [json.dumps({"n": n, **event}) for n, event in enumerate(raced(range(1, 4)))]
    told = "".join(f"{line}\n" for line in lines)
    opened.route("**/api/jobs/*/events*", lambda route: route.fulfill(content_type="application/x-ndjson", body=told))
    open_file(opened, "client_server.lts")
    opened.click("[data-view=watch]")
    opened.click(".invitation button:has-text('circular')")
    opened.wait_for_selector(".timeline [data-round='3']")
    assert len(opened.query_selector_all(".timeline button")) == 3
    assert "lstar, split A | B" in opened.inner_text(".conjecture")
    opened.select_option("select[aria-label=Runner]", "agar, split A | B")
    assert len(opened.query_selector_all(".timeline button")) == 3
    assert "agar, split A | B" in opened.inner_text(".conjecture")


def test_a_long_check_shows_who_runs_and_stops(opened):
    open_file(opened, "endless.lts")
    check(opened, method="monolithic")
    opened.wait_for_selector(".race tbody tr")
    opened.keyboard.press("Escape")
    checked(opened, "Stopped")
    assert opened.query_selector("#stop:disabled")
    assert opened.query_selector("#check:not(:disabled)")


def test_a_reload_resumes_text_answer_and_step(opened):
    violated(opened)
    opened.keyboard.press("j")
    opened.click(".cm-line:nth-child(7)")
    opened.keyboard.type("// mine")
    opened.wait_for_timeout(400)
    opened.reload()
    checked(opened, "MUTEX")
    opened.wait_for_selector("[data-step='1'].on")
    assert "// mine" in opened.inner_text(".cm-content")


def test_a_reload_picks_up_a_check_that_still_runs(opened):
    open_file(opened, "endless.lts")
    check(opened, method="monolithic")
    opened.wait_for_selector(".race tbody tr")
    opened.reload()
    opened.wait_for_selector(".race tbody tr")
    opened.wait_for_selector("#stop:not(:disabled)")
    opened.click("#stop")
    checked(opened, "Stopped")


def test_stepping_by_hand(opened):
    open_file(opened, "client_server.lts")
    opened.select_option("#system", "BROKEN")
    opened.click("[data-view=step]")
    opened.wait_for_selector(".choice")
    opened.keyboard.press("1")
    opened.wait_for_selector(".trail li")
    assert opened.query_selector(".pill.fresh")
    assert lit_lines(opened)
    opened.keyboard.press("u")
    opened.wait_for_selector(".trail:empty", state="attached")


def test_methods_are_compared(opened):
    open_file(opened, "client_server.lts")
    opened.click("[data-view=compare]")
    for box in opened.query_selector_all("fieldset.methods input:not([value=monolithic]):not([value=lstar])"):
        box.uncheck()
    opened.click(".compare .primary")
    opened.wait_for_selector(".compared tbody tr:nth-child(2)")
    assert opened.query_selector_all(".compared tbody .good")


def test_nothing_is_run_before_the_text_is_read(opened):
    held = []
    opened.route("**/api/model", lambda route: held.append(route))
    opened.select_option("#open", "file:client_server.lts")
    opened.wait_for_selector("#health:has-text('reading')")
    opened.click("[data-view=compare]")
    assert opened.is_disabled(".compare .primary")
    assert opened.is_disabled("#check")
    held[-1].continue_()
    opened.wait_for_selector(".compare .primary:enabled")
    for box in opened.query_selector_all("fieldset.methods input"):
        box.uncheck()
    assert opened.is_disabled(".compare .primary")


def test_of_two_files_the_one_that_was_picked_last_is_opened(opened):
    held = []
    opened.route("**/api/file?path=client_server.lts", lambda route: held.append(route))
    opened.select_option("#open", "file:client_server.lts")
    opened.wait_for_selector("#health:has-text('reading')")
    open_file(opened, "rounds.lts")
    with opened.expect_response("**/api/file?path=client_server.lts"):
        held[0].continue_()
    opened.wait_for_timeout(300)
    assert opened.title().startswith("rounds.lts")
    assert opened.input_value("#open") == "file:rounds.lts"


def test_methods_that_are_left_out_stay_so_with_another_file(opened):
    open_file(opened, "client_server.lts")
    opened.click("[data-view=compare]")
    opened.uncheck("fieldset.methods input[value=agar]")
    open_file(opened, "rounds.lts")
    opened.wait_for_function("() => ![...document.querySelectorAll('#system option')].some(o => o.value === 'BROKEN')")
    assert not opened.is_checked("fieldset.methods input[value=agar]")
    assert opened.is_checked("fieldset.methods input[value=lstar]")


def test_a_file_is_saved_and_a_conflict_is_told(opened, studio):
    path = studio.folder / "own.lts"
    path.write_text("P = (a -> P).\n")
    opened.reload()
    opened.wait_for_selector("#open option[value='file:own.lts']", state="attached")
    open_file(opened, "own.lts")
    opened.click(".cm-content")
    opened.keyboard.press("Control+End")
    opened.keyboard.type("// more")
    opened.keyboard.press("Control+s")
    opened.wait_for_selector("#status:has-text('Saved own.lts')")
    assert path.read_text() == "P = (a -> P).\n// more"


def test_a_file_that_somebody_else_changed_is_not_overwritten(browser, studio):
    path = studio.folder / "shared.lts"
    path.write_text("P = (a -> P).\n")
    context = browser.new_context()
    page = context.new_page()
    page.goto(studio.address)
    page.wait_for_selector("#open option[value='file:shared.lts']", state="attached")
    open_file(page, "shared.lts")
    path.write_text("Q = (b -> Q).\n")
    page.click(".cm-content")
    page.keyboard.type("// mine\n")
    page.keyboard.press("Control+s")
    page.wait_for_selector("#status.bad:has-text('changed on disk')")
    assert path.read_text() == "Q = (b -> Q).\n"
    context.close()


def test_names_like_markup_are_text(opened):
    open_file(opened, "markup.lts")
    check(opened)
    checked(opened, "NEVER")
    opened.wait_for_selector("[data-step]")
    assert "<img src=x" in opened.inner_text(".chart") or "<img src=x" in opened.inner_text(".action")
    assert opened.query_selector("main img, main b:text-is('bold')") is None


@pytest.mark.parametrize("width", [1000, 1280])
def test_no_view_scrolls_sideways(opened, width):
    opened.set_viewport_size({"width": width, "height": 800})
    violated(opened)
    for view in VIEWS:
        opened.click(f"[data-view={view}]")
        opened.wait_for_timeout(150)
        assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth"), view
        small = opened.evaluate(
            """() => [...document.querySelectorAll('.view:not([hidden]) *, header *')].filter(e => e.checkVisibility()
               && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())
               && parseFloat(getComputedStyle(e).fontSize) < 12).map(e => e.outerHTML)"""
        )
        assert small == [], view
        assert "[object" not in opened.inner_text("body")


def test_everything_can_be_reached_by_keys(opened):
    violated(opened)
    opened.wait_for_selector("#stop:disabled")
    for number, view in enumerate(VIEWS, 1):
        opened.keyboard.press(f"Alt+{number}")
        assert opened.get_attribute("nav [aria-current=page]", "data-view") == view
    opened.keyboard.press("?")
    assert "Ctrl+Enter" in opened.inner_text("dialog[open]")
    assert "[object" not in opened.inner_text("body")
    opened.keyboard.press("Escape")
    opened.click("nav [data-view=check]")
    reached = set()
    for _ in range(25):
        opened.keyboard.press("Tab")
        reached.add(opened.evaluate("(document.activeElement.id || document.activeElement.dataset.tab || '')"))
    assert {"system", "method", "check", "scheme", "open"} <= reached


def test_the_scheme_can_be_chosen(opened):
    colours = []
    for scheme in ("light", "dark"):
        opened.emulate_media(color_scheme=scheme)
        colours.append(opened.evaluate("getComputedStyle(document.body).backgroundColor"))
    opened.click("#scheme")
    assert opened.evaluate("getComputedStyle(document.body).backgroundColor") == colours[0]
    opened.click("#scheme")
    opened.emulate_media(color_scheme="light")
    assert opened.evaluate("getComputedStyle(document.body).backgroundColor") == colours[1]
    assert len(set(colours)) == 2


def test_the_token_is_not_in_the_address_and_a_wrong_one_is_refused(browser, studio):
    context = browser.new_context()
    page = context.new_page()
    page.goto(studio.address)
    page.wait_for_selector("#health:has-text('no problems')")
    assert "#" not in page.url
    page.close()
    page = context.new_page()
    page.goto(f"{studio.origin}#t=wrong")
    page.wait_for_selector(".refused")
    assert "token" in page.inner_text(".refused")
    assert page.query_selector(".cm-content") is None
    context.close()


def test_a_killed_browser_leaves_no_process(browser, studio):
    """A job ends when nobody has followed it for ten seconds; the browser itself is killed, not closed."""
    before = _below(studio.pid)
    other = browser.browser_type.launch(executable_path=shutil.which("chromium"))
    page = other.new_page()
    page.goto(studio.address)
    page.wait_for_selector("#health:has-text('no problems')")
    open_file(page, "endless.lts")
    check(page, method="monolithic")
    page.wait_for_selector(".race tbody tr")
    mine = [p for p in psutil.Process().children(recursive=True) if _is_root_of_browser(p)]
    newest = max(mine, key=lambda process: process.create_time())
    os.kill(newest.pid, signal.SIGKILL)
    deadline = time.monotonic() + 25
    while len(_below(studio.pid)) > len(before) and time.monotonic() < deadline:
        time.sleep(0.5)
    assert len(_below(studio.pid)) <= len(before)


def _below(pid):
    alive = psutil.Process(pid).children(recursive=True)
    return [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]


def _is_root_of_browser(process):
    try:
        words = " ".join(process.cmdline())
    except psutil.Error:
        return False
    return bool(re.search(r"chromium", words)) and "--type=" not in words and "--remote-debugging-pipe" in words


def test_a_tree_moves_its_automata(opened):
    opened.select_option("#open", "example:retry.prism")
    opened.wait_for_selector("#health:has-text('no problems')")
    check(opened)
    checked(opened, "gave_up")
    opened.wait_for_selector("[data-position].on")
    opened.click("h1.verdict")
    seen = []
    for _ in range(2):
        assert opened.query_selector_all(".strip .moves .edge.on")
        seen.append(opened.eval_on_selector_all(".strip .moves .state.on", "all => all.map(s => s.dataset.state)"))
        opened.keyboard.press("j")
    assert len(seen[0]) == 3, "the line may lose it or not, the sender does not know yet"
    assert seen[0] != seen[1]


def test_a_model_of_which_nothing_is_asked_has_an_architecture(opened, studio):
    (studio.folder / "unasked.prism").write_text(UNASKED)
    opened.reload()
    opened.wait_for_selector("#open option[value='file:unasked.prism']", state="attached")
    open_file(opened, "unasked.prism")
    opened.wait_for_selector("[aria-label=Architecture] svg")
    assert "A" in opened.inner_text(".body table")


UNASKED = """mdp
module A
  a : [0..1] init 0;
  [go] a = 0 -> (a' = 1);
endmodule
module B
  b : [0..1] init 0;
  [go] b = 0 -> 0.5 : (b' = 1) + 0.5 : true;
endmodule
"""


def test_a_file_is_opened_from_every_view(opened):
    for view in VIEWS:
        opened.click(f"nav [data-view={view}]")
        assert opened.is_visible("#open"), view
    open_file(opened, "rounds.lts")
    assert opened.get_attribute("nav [aria-current=page]", "data-view") == "report"


def test_a_tab_with_unsaved_text_is_not_closed_without_a_question(browser, studio):
    context = browser.new_context()
    page = context.new_page()
    page.goto(studio.address)
    page.wait_for_selector("#health:has-text('no problems')")
    page.click(".cm-content")
    page.keyboard.type("// mine\n")
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    assert "// mine" in page.inner_text(".cm-content")
    context.close()


FAINT = """() => {
  const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const unit = (colour) => (colour.startsWith('color(') ? 255 : 1);
  const numbers = (colour) => (colour.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const parts = (colour) => numbers(colour).map((value, i) => (i < 3 ? value * unit(colour) : value));
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const over = ([r, g, b, a = 1], under) => [r, g, b].map((value, i) => a * value + (1 - a) * under[i]);
  const ground = (element) => {
    const own = element && parts(getComputedStyle(element).backgroundColor);
    if (!element) return [255, 255, 255];
    return own.length < 4 || own[3] === 1 ? own.slice(0, 3) : over(own, ground(element.parentElement));
  };
  const roots = [document, ...[...document.querySelectorAll('*')].map((e) => e.shadowRoot).filter(Boolean)];
  const all = roots.flatMap((root) => [...root.querySelectorAll('*')]);
  const spoken = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const spared = '.sr-only, option, :disabled, .on, title, style';
  const shown = all.filter((e) => spoken(e) && !e.closest(spared) && e.checkVisibility());
  return shown.flatMap((e) => {
    const look = getComputedStyle(e), inPicture = e.namespaceURI.endsWith('svg');
    const host = e.getRootNode().host, back = ground(inPicture ? e.ownerSVGElement : e);
    const under = host && back.join() === '255,255,255' ? ground(host) : back;
    const ink = over(parts(inPicture ? look.fill : look.color), under);
    const [high, low] = [light(ink), light(under)].sort((a, b) => b - a);
    const contrast = (high + 0.05) / (low + 0.05);
    const size = parseFloat(look.fontSize);
    const words = e.textContent.trim().slice(0, 40);
    return contrast < 4.5 || size < 12 ? [`${contrast.toFixed(1)}, ${size} px: ${words}`] : [];
  });
}"""
"""Texts that are too faint or too small. What is disabled may be faint, what the cursor is at has its own ground."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(opened, scheme):
    opened.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    violated(opened)
    for view in VIEWS:
        opened.click(f"nav [data-view={view}]")
        opened.wait_for_timeout(300)
        assert opened.evaluate(FAINT) == [], view
    opened.click("nav [data-view=check]")
    for tab in ("automata", "architecture", "race"):
        opened.click(f"[aria-label=Check] [data-tab={tab}]")
        opened.wait_for_timeout(300)
        assert opened.evaluate(FAINT) == [], tab
    opened.select_option("#system", "SYSTEM")
    opened.click("nav [data-view=watch]")
    opened.uncheck("#published")
    opened.click(".invitation button:has-text('circular')")
    opened.wait_for_selector(".timeline [data-round='2']")
    opened.wait_for_selector("#stop:disabled")
    assert opened.evaluate(FAINT) == []
