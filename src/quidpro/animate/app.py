"""The screen of ``quidpro animate``: components and what can happen above, the history below; textual draws it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.css.query import NoMatches
from textual.events import Key, Resize
from textual.screen import ModalScreen, Screen
from textual.theme import Theme
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from quidpro.animate import words
from quidpro.animate.choices import Columns, choice_lines, detail_lines, outcome_spans
from quidpro.animate.history import history_head, history_lines, waiting_lines
from quidpro.animate.session import Path, Session
from quidpro.report.theme import DARK, LIGHT
from quidpro.stepping.simulation import Simulation

_KEYS = [("1–9", "take"), ("U", "back"), ("R", "random"), ("T", "trace"), ("/", "filter"), ("?", "help"), ("Q", "quit")]
HELP = """\
1–9          take the choice of that number; of many, type the number, then Enter
↑ ↓ Enter    move among the choices, take one
U            back one step             S   back to the start
R            one step by chance        D   dark or light
T            one step along the trace  E   along the trace to its end
/            only some choices: a part of the action, or name=value of variables
Esc          away from the filter, or from the outcomes of a choice
Q            quit

● a process   ○ a property   ✕ leads to an error   ▸ the next step of the trace
Components go by their letters in the choices and in the history."""


class Help(ModalScreen[None]):
    """The keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,Q,question_mark,enter", "dismiss", "close")]

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(HELP, id="help", markup=False)


class Animation(App[None]):
    """A simulation to step through by keys."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "quidpro animate"
    CSS = """
    Screen { background: $background; color: $foreground; }
    #title { height: 1; padding: 0 1; background: $panel; }
    #top { height: 1fr; min-height: 8; }
    #parts { width: 1fr; padding: 0 1; border-right: solid $line; scrollbar-size-vertical: 1; }
    #right { width: 1fr; }
    #heading { height: auto; max-height: 100%; padding: 0 1; color: $muted; }
    #choices { height: 1fr; border: none; padding: 0 1; background: $background; scrollbar-size-vertical: 1; }
    #choices:focus { border: none; background-tint: transparent; }
    #choices > .option-list--option-highlighted { background: $soft; color: $foreground; text-style: none; }
    #detail { height: auto; max-height: 4; padding: 0 1; }
    #lanes { height: 2; padding: 0 1; border-top: solid $line; }
    #history { height: 38%; min-height: 4; padding: 0 1; scrollbar-size-vertical: 1; }
    VerticalScroll, OptionList {
        scrollbar-background: $background; scrollbar-background-hover: $background; scrollbar-color: $line;
        scrollbar-color-hover: $muted; scrollbar-color-active: $muted;
    }
    #filter { height: 1; border: none; padding: 0 1; display: none; background: $panel; }
    #filter.open { display: block; }
    #status { height: 1; padding: 0 1; }
    #keys { height: 1; padding: 0 1; background: $panel; color: $muted; }
    Help { align: center middle; }
    #help { width: auto; max-width: 96; height: auto; padding: 1 2; background: $panel; border: solid $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,U", "undo", "back"),
        Binding("s,S", "start", "start"),
        Binding("r,R", "random", "random"),
        Binding("t,T", "along", "trace"),
        Binding("e,E", "to_end", "end of the trace"),
        Binding("d,D", "scheme", "dark or light"),
        Binding("slash", "filter", "filter"),
        Binding("question_mark", "help", "help"),
        Binding("escape", "leave", "leave"),
        Binding("q,Q", "quit", "quit"),
    ]

    def __init__(self, simulation: Simulation[Any], plan: Path | None = None) -> None:
        super().__init__()
        self.session = Session(simulation, plan)
        for name, colours, dark in (("quidpro-dark", DARK, True), ("quidpro-light", LIGHT, False)):
            self.register_theme(_theme(name, colours, dark))
        self.theme = "quidpro-dark"

    def compose(self) -> ComposeResult:
        """The panes."""
        yield Static(id="title", markup=False)
        with Horizontal(id="top"):
            with VerticalScroll(id="parts", can_focus=False):
                yield Static(id="states", markup=False)
            with Vertical(id="right"):
                yield Static(id="heading", markup=False)
                yield OptionList(id="choices", markup=False)
                yield Static(id="detail", markup=False)
        yield Static(id="lanes", markup=False)
        with VerticalScroll(id="history", can_focus=False):
            yield Static(id="steps", markup=False)
        yield Input(id="filter", placeholder="a part of the action, or name=value", compact=True)
        yield Static(id="status", markup=False)
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Show the first state."""
        self._base.query_one("#choices").focus()
        self.show()

    def on_resize(self, _event: Resize) -> None:
        """Lay out again."""
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Everything anew."""
        session, simulation = self.session, self.session.simulation
        self._put("title", [words.title_line(simulation, self.size.width - 2)])
        self._put("states", words.part_lines(simulation, self._room("parts")))
        self._put("heading", [[(session.heading, "")], *waiting_lines(simulation, self._room("right"))])
        self._show_choices()
        self._show_history()
        self._show_status()
        self._put("keys", [_key_line(bool(session.plan))])
        self._base.query_one("#parts", VerticalScroll).scroll_to(
            y=max(0, words.first_moved(simulation, self._room("parts")) - 2), animate=False
        )

    def _show_history(self) -> None:
        simulation, room = self.session.simulation, self._room("history")
        lines = history_lines(simulation, room)
        self._put("lanes", [history_head(simulation, room)])
        self._put("steps", lines or [[("no step was taken yet", "dim")]])
        self._base.query_one("#history", VerticalScroll).scroll_end(animate=False)

    def _show_choices(self) -> None:
        session, listed = self.session, self._base.query_one("#choices", OptionList)
        listed.clear_options()
        listed.add_options(Option(self._text(lines)) for lines in self._choice_lines())
        planned = session.planned
        at = [i for i, choice in enumerate(session.choices) if planned is not None and choice.index == planned[0]]
        if listed.option_count:
            listed.highlighted = at[0] if at and session.tossing is None else 0
        self._show_detail()

    def _choice_lines(self) -> list[list[words.Line]]:
        session, simulation, width = self.session, self.session.simulation, self._room("right")
        if session.tossing is not None:
            digits = len(str(session.options))
            outcomes = enumerate(session.tossing.outcomes, 1)
            head = [(f"{i:>{digits}}  ", outcome_spans(simulation, outcome)) for i, outcome in outcomes]
            return [[words.fitted([(number, "dim"), *spans], width)] for number, spans in head]
        planned, columns = session.planned, Columns.of(session.choices, width - 2 * bool(session.plan))
        found = []
        for i, choice in enumerate(session.choices, 1):
            mark = "▸ " if planned is not None and choice.index == planned[0] else "  " if session.plan else ""
            first, *more = choice_lines(simulation, choice, i, width - len(mark), columns)
            found.append([[(mark, "accent"), *first], *([(" " * len(mark), ""), *line] for line in more)])
        return found

    def _show_detail(self) -> None:
        session, listed = self.session, self._base.query_one("#choices", OptionList)
        lines: list[words.Line] = []
        if session.tossing is None and listed.highlighted is not None and listed.highlighted < len(session.choices):
            choice = session.choices[listed.highlighted]
            lines = detail_lines(session.simulation, choice, self._room("right"))
        self._put("detail", lines)

    def _show_status(self) -> None:
        session = self.session
        said = words.ending(session.simulation.state)
        line: words.Line = []
        if session.typed:
            line = [(f"{session.typed}_", "bold")]
        elif session.message:
            line = [(session.message, "accent")]
        elif said is not None:
            line = said
        elif session.plan:
            line = [(f"step {len(session.simulation)} of {len(session.plan)} of the trace", "dim")]
        self._put("status", [words.fitted(line, self.size.width - 2)])

    def _room(self, name: str) -> int:
        """Columns for text in a pane."""
        return max(20, self._base.query_one(f"#{name}").size.width - 4)

    def _put(self, name: str, lines: list[words.Line]) -> None:
        self._base.query_one(f"#{name}", Static).update(self._text(lines))

    def _text(self, lines: list[words.Line]) -> Text:
        colours = DARK if self.theme == "quidpro-dark" else LIGHT
        looks = {
            "": "",
            "bold": "bold",
            "dim": colours["muted"],
            "faint": colours["lane"],
            "bad": f"bold {colours['bad']}",
        }
        looks["accent"] = f"bold {colours['accent']}"
        rows = [Text.assemble(*((text, looks[look]) for text, look in line), no_wrap=True) for line in lines]
        return Text("\n", no_wrap=True).join(rows)

    @property
    def _base(self) -> Screen[Any]:
        """The screen below the help."""
        return self.screen_stack[0]

    def on_key(self, event: Key) -> None:
        """Digits."""
        typed = event.character is not None and event.character in "0123456789"
        if typed and not self._filtering and len(self.screen_stack) == 1:
            self.session.digit(event.character or "")
            self.show()

    @property
    def _filtering(self) -> bool:
        return self._base.query_one("#filter").has_class("open")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter: the number that was typed, or what is highlighted."""
        typed = self.session.typed
        self.session.choose(int(typed) - 1 if typed else event.option_index)
        self.show()

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        """Tell more of it, unless the screen is being closed."""
        with suppress(NoMatches):
            self._show_detail()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The filter."""
        self.session.filter(event.value.strip())
        self._close_filter()

    def action_filter(self) -> None:
        """Ask for a filter."""
        field = self._base.query_one("#filter", Input)
        field.value = self.session.where
        field.add_class("open")
        field.focus()

    def _close_filter(self) -> None:
        self._base.query_one("#filter").remove_class("open")
        self._base.query_one("#choices").focus()
        self.show()

    def action_leave(self) -> None:
        """Away from the filter, or from the outcomes."""
        self.session.filter("")
        self._close_filter()

    def action_undo(self) -> None:
        """One step back."""
        self.session.back()
        self.show()

    def action_start(self) -> None:
        """Back to the beginning."""
        self.session.start()
        self.show()

    def action_random(self) -> None:
        """A step by chance."""
        self.session.random()
        self.show()

    def action_along(self) -> None:
        """A step along the trace."""
        self.session.along()
        self.show()

    def action_to_end(self) -> None:
        """Along the trace to its end."""
        self.session.to_end()
        self.show()

    def action_scheme(self) -> None:
        """Dark or light."""
        self.theme = "quidpro-light" if self.theme == "quidpro-dark" else "quidpro-dark"
        self.show()

    def action_help(self) -> None:
        """The keys."""
        self.push_screen(Help())


def _theme(name: str, colours: dict[str, str], dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=colours["accent"],
        accent=colours["accent"],
        foreground=colours["ink"],
        background=colours["bg"],
        surface=colours["surface"],
        panel=colours["sunk"],
        error=colours["bad"],
        success=colours["good"],
        dark=dark,
        variables={"line": colours["line"], "muted": colours["muted"], "soft": colours["accent-soft"]},
    )


def _key_line(has_trace: bool) -> words.Line:
    shown = [(key, what) for key, what in _KEYS if key != "T" or has_trace]
    return [span for key, what in shown for span in ((key, "bold"), (f" {what}   ", ""))]
