"""Cells of model text, in a shell of IPython without a notebook around it."""

from __future__ import annotations

import pytest

import quidpro

pytest.importorskip("IPython", reason="IPython is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

LOSSY = """Input = (input -> send -> ack -> Input).
Output = (send -> (output -> ack -> Output | lose -> ack -> Output)).
property Order = (input -> output -> Order).
||Channel = (Input || Output || Order).
"""
COUNTER = (
    "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := x < 3 ? x + 1 : x;\nINVARSPEC NAME small := x < 3;\n"
)
COIN = """mdp
module Coin
  s : [0..2] init 0;
  [toss] s=0 -> 0.5:(s'=1) + 0.5:(s'=2);
endmodule
label "heads" = s=1;
"""


@pytest.fixture
def shell(tmp_path, monkeypatch):
    from IPython.core.interactiveshell import InteractiveShell

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "quidpro")
    yield shell
    shell.run_line_magic("unload_ext", "quidpro")
    shell.history_manager.end_session()
    InteractiveShell.clear_instance()


def shown_error(shell, line: str, text: str, capsys, cell: str = "fsp") -> str:
    """What a cell shows when something is wrong."""
    done = shell.run_cell(f"%%{cell} {line}\n{text}")
    assert done.error_in_exec is not None
    return capsys.readouterr().out


def test_a_cell_is_a_model(shell):
    model = shell.run_cell_magic("fsp", "", LOSSY)
    assert model.components == ("Input", "Output")
    assert model.name == "cell"


def test_a_named_cell_is_a_variable(shell):
    shell.run_cell(f"%%fsp channel\n{LOSSY}").raise_error()
    model = shell.user_ns["channel"]
    assert (model.name, model.source.name) == ("channel", "channel.lts")
    assert quidpro.check(model, property="Order").outcome == "violated"


def test_a_cell_can_be_checked_at_once(shell):
    results = shell.run_cell_magic("fsp", "m --check --property Order --system Channel --timeout 60", LOSSY)
    assert results.outcome == "violated"
    assert len(results) == 1
    assert shell.user_ns["m"].properties == ("Order",)


def test_constants_have_values(shell):
    text = "const N = 2\nP = C[0], C[i:0..N] = (when (i < N) tick -> C[i+1])."
    model = shell.run_cell_magic("fsp", "--const N=5", text)
    assert model.lts("P", quidpro.Budget()).states == 6


def test_cells_of_smv(shell):
    assert shell.run_cell_magic("smv", "--check", COUNTER).outcome == "violated"


def test_cells_of_prism(shell):
    pytest.importorskip("stormpy")
    results = shell.run_cell_magic("prism", """--check --pctl 'P<=0.1 [ F "heads" ]'""", COIN)
    assert results.outcome == "violated"


def test_an_error_is_shown_at_its_place(shell, capsys):
    shown = shown_error(shell, "channel", "P = (a -> P).\n||S = (P || R).\n", capsys)
    assert shown.startswith("channel.lts:2:13: error: ")
    assert "  ||S = (P || R).\n              ^" in shown
    assert "Traceback" not in shown
    assert ".py" not in shown
    assert "channel" not in shell.user_ns


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--chek", "unrecognized arguments: --chek"),
        ("a b", "unrecognized arguments: b"),
        ("1x", "'1x' cannot be a variable"),
        ("--const N", "--const takes NAME=VALUE"),
        ("--check --property NONE", "NONE"),
        ("'open", "the line of the cell cannot be read"),
        ("--timeout soon", "invalid float value: 'soon'"),
    ],
)
def test_a_wrong_line_is_refused_in_words(shell, line, said, capsys):
    shown = shown_error(shell, line, LOSSY, capsys)
    assert said in shown
    assert "Traceback" not in shown


def test_a_cell_that_is_empty(shell, capsys):
    assert "is empty" in shown_error(shell, "", "   \n", capsys)


def test_a_shell_chooses_html(shell):
    results = shell.run_cell_magic("fsp", "--check", LOSSY)
    found, _ = shell.display_formatter.format(results)
    assert found.keys() == {"text/plain", "text/html"}
    assert found["text/html"].count("<svg") == 1
