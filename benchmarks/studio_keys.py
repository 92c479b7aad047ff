"""From a key to the frame that shows it, in the studio's editor with a model of 10,000 lines.

A real browser types; the page itself measures from the event to after the next frame. The diagnostics run as always.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

LINES = 10_000
KEYS = 45
REPEATS = 3
PAUSE_MS = 70
BUDGET_MS = 50.0
_MEASURE = """() => {
  window.spent = [];
  addEventListener('keydown', (event) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => window.spent.push(performance.now() - event.timeStamp);
    channel.port2.postMessage(null);
  }), true);
}"""


def model(lines: int = LINES) -> str:
    """A model of that many lines: small processes, and one system of two of them."""
    blocks = [f"P{i} = (a{i} -> b{i} -> P{i}\n  | when (1) c{i} -> P{i}\n).  // process {i}" for i in range(lines // 3)]
    return "\n".join([*blocks, "||S = (P0 || P1).", ""])


def measure(address: str, name: str) -> list[list[float]]:
    """Milliseconds for each key, repeat by repeat."""
    from playwright.sync_api import sync_playwright

    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        page.goto(address)
        page.wait_for_function("name => document.title.startsWith(name)", arg=name)
        page.wait_for_timeout(3000)
        page.click(".cm-content")
        page.evaluate(_MEASURE)
        for _ in range(REPEATS):
            page.evaluate("window.spent = []")
            page.keyboard.press("Control+Home")
            page.keyboard.press("End")
            page.wait_for_timeout(500)
            page.evaluate("window.spent = []")
            page.keyboard.type("// " + "typing along" * 4, delay=PAUSE_MS)
            page.wait_for_timeout(500)
            found.append(page.evaluate("window.spent")[:KEYS])
        browser.close()
    return found


def in_words(repeats: list[list[float]]) -> str:
    """Median, 95th percentile and largest of all keys."""
    keys = sorted(value for repeat in repeats for value in repeat)
    late = keys[int(0.95 * (len(keys) - 1))]
    verdict = "within" if late < BUDGET_MS else "beyond"
    return (
        f"{len(keys)} keys in {LINES} lines: median {statistics.median(keys):.0f} ms, p95 {late:.0f} ms, "
        f"most {keys[-1]:.0f} ms ({verdict} {BUDGET_MS:.0f} ms)"
    )


def main() -> None:
    """Start a studio, type, and say how long it took."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.lts"
        path.write_text(model(), encoding="utf-8")
        command = [sys.executable, "-u", "-m", "quidpro", "studio", str(path), "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio:
            assert studio.stdout is not None
            found = re.search(r"http://\S+", studio.stdout.readline())
            try:
                assert found, "the studio did not say its address"
                print(in_words(measure(found[0], path.name)))
            finally:
                studio.terminate()


if __name__ == "__main__":
    main()
