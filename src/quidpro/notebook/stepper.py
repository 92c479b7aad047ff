"""A widget that steps through a model: where it is, a button for everything that can happen, and how it came here.

The browser only draws what it is sent and says which button was pressed; the simulation stays in Python, where cells
can go on with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from quidpro.core.errors import UsageError
from quidpro.core.parts import require
from quidpro.notebook.display import ENDS
from quidpro.notebook.html import style
from quidpro.report.display import Picture, of_chart
from quidpro.report.theme import CODE, LABEL, MONO, SANS
from quidpro.stepping.simulation import Simulation

_SCOPE = ".quidpro.quidpro.quidpro"
_RULES = f"""
{_SCOPE} .bar {{ display: flex; flex-wrap: wrap; gap: 8px; align-items: baseline; margin: 8px 0 0 }}
{_SCOPE} .columns {{ display: flex; flex-wrap: wrap; gap: 8px 40px; align-items: flex-start }}
{_SCOPE} .columns > * {{ min-width: 220px }}
{_SCOPE} .choices {{ display: flex; flex-direction: column; gap: 6px; margin: 10px 0 0; max-height: 420px;
  overflow: auto; padding: 2px }}
{_SCOPE} .choices .note {{ margin: 0 }}
{_SCOPE} button {{ font: {CODE}px/1.5 {MONO}; color: var(--ink); background: var(--surface); cursor: pointer;
  border: 1px solid var(--lane); border-radius: 6px; padding: 3px 10px; text-align: left; min-height: 28px }}
{_SCOPE} button:hover:enabled {{ border-color: var(--accent); background: var(--accent-soft) }}
{_SCOPE} button:focus-visible {{ outline: 2px solid var(--accent); outline-offset: 1px }}
{_SCOPE} button:disabled {{ color: var(--muted); cursor: default; border-color: var(--line) }}
{_SCOPE} button.wrong {{ border-color: var(--bad); color: var(--bad) }}
{_SCOPE} button .words {{ font-size: {LABEL}px; margin-left: 10px }}
{_SCOPE} .bar button {{ font: {CODE}px/1.5 {SANS} }}
{_SCOPE} .fresh {{ background: var(--accent-soft); border-radius: 4px; padding: 0 4px; margin: 0 -4px }}
{_SCOPE} .error {{ color: var(--bad); background: var(--bad-soft); border-radius: 4px; padding: 0 4px; margin: 0 -4px }}
"""


class Stepping:
    """What the widget shows, and what its buttons do; there is no browser in it."""

    def __init__(self, simulation: Simulation[Any]) -> None:
        self.simulation = simulation
        self._actions: Mapping[str, Callable[[Mapping[str, Any]], object]] = {
            "take": lambda asked: simulation.take(int(asked["choice"]), int(asked.get("outcome", 0))),
            "back": lambda asked: simulation.back(int(asked.get("steps", 1))),
            "random": lambda _asked: simulation.random(),
            "start": lambda _asked: simulation.back(len(simulation)),
        }

    def view(self, refused: str = "") -> dict[str, Any]:
        """Everything that the browser draws."""
        found = self.simulation.to_json()
        drawn = of_chart(self.simulation.chart()) if len(self.simulation) else Picture("")
        chart = drawn.svg if isinstance(drawn, Picture) else ""
        return {**found, "ending": ENDS[self.simulation.state.end], "chart": chart, "refused": refused}

    def do(self, asked: object) -> dict[str, Any]:
        """What a button asks for; something that it cannot mean is refused in words."""
        action = self._actions.get(str(asked.get("do"))) if isinstance(asked, Mapping) else None
        try:
            if action is not None and isinstance(asked, Mapping):
                action(asked)
        except (UsageError, KeyError, TypeError, ValueError) as error:
            return self.view(f"{error}")
        return self.view()


def stepper(simulation: Simulation[Any]) -> Any:
    """A widget for a simulation (of ``quidpro.simulate``); its ``simulation`` moves with it.

    >>> import quidpro
    >>> from quidpro.notebook import stepper
    >>> widget = stepper(quidpro.simulate("examples/channel/channel_lossy.lts"))
    >>> [choice["action"] for choice in widget.view["choices"]]
    ['input']
    """
    if not isinstance(simulation, Simulation):
        raise UsageError("stepper takes a simulation, as quidpro.simulate makes one of a model")
    return _widget_class()(simulation)


@cache
def _widget_class() -> type:
    """The class of the widget; anywidget is loaded for it."""
    anywidget = require("anywidget")
    traitlets = require("traitlets")

    class Stepper(anywidget.AnyWidget):  # type: ignore[misc, name-defined]
        """The widget: what it shows is ``view``."""

        _esm = files("quidpro.notebook").joinpath("stepper.js").read_text(encoding="utf-8")
        _css = style() + _RULES
        view = traitlets.Dict().tag(sync=True)

        def __init__(self, simulation: Simulation[Any]) -> None:
            self._stepping = Stepping(simulation)
            super().__init__(view=self._stepping.view())
            self.on_msg(lambda _widget, asked, _buffers: self._do(asked))

        @property
        def simulation(self) -> Simulation[Any]:
            """What is stepped through."""
            return self._stepping.simulation

        def refresh(self) -> None:
            """Show where the simulation is, after a cell has moved it."""
            self.view = self._stepping.view()

        def _do(self, asked: object) -> None:
            self.view = self._stepping.do(asked)

        def __repr__(self) -> str:
            return f"stepper({self.simulation!r})"

    return Stepper
