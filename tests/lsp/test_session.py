"""A session of an editor with the server, over real pipes."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.lsp.client import TIMEOUT_SECONDS, Client, Failed

pytestmark = pytest.mark.slow

CHANNEL = Path("examples/channel/channel_lossy.lts")
FOREST = "/* \U0001f332 */ P = (a -> Q), Q = (b -> P).\n||S = (P).\n"
ENDLESS = "MODULE main\nVAR " + " ".join(f"x{i} : 0..65535;" for i in range(12)) + "\nASSIGN "
ENDLESS += " ".join(f"next(x{i}) := (x{i} * x{(i + 1) % 12} + {i}) mod 65536;" for i in range(12))
ENDLESS += "\nINVARSPEC x0 != 54321;\n"
COIN = """mdp
// P<=0.1 [ F "tails" ]
module coin
  x : [0..2];
  [toss] x=0 -> 0.5:(x'=1) + 0.5:(x'=2);
endmodule
label "tails" = x=2;
"""


@pytest.fixture
def channel(client, tmp_path):
    text = "".join(line for line in CHANNEL.read_text().splitlines(keepends=True) if not line.startswith("//"))
    client.told.clear()
    uri = client.open(tmp_path / "channel.lts", text)
    assert client.problems(uri) == []
    yield uri, text
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def place(text, word, nth=0):
    """Line and column of a word."""
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(word, offset + 1)
    return text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset) - 1


def written(text, edits):
    """A text of ASCII after edits."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda one: (one["range"]["start"]["line"], one["range"]["start"]["character"]))[
        ::-1
    ]:
        start, end = edit["range"]["start"], edit["range"]["end"]
        line = lines[start["line"]]
        lines[start["line"]] = line[: start["character"]] + edit["newText"] + line[end["character"] :]
    return "\n".join(lines)


def test_what_it_can_do_is_told():
    client = Client()
    try:
        can = client.initialize(
            general={"positionEncodings": ["utf-16"]}, textDocument={"rename": {"prepareSupport": True}}
        )
        assert can["positionEncoding"] == "utf-16"
        assert can["renameProvider"] == {"prepareProvider": True}
        assert set(can["executeCommandProvider"]["commands"]) == {"quidpro.check", "quidpro.stop"}
        for what in ("hover", "definition", "references", "documentSymbol", "completion", "codeAction", "codeLens"):
            assert can.get(f"{what}Provider") not in (None, False), what
        assert client.shutdown() == 0
        assert client.process.stderr.read() == b""
    finally:
        client.end_now()


@pytest.mark.parametrize("end", [lambda process: process.stdin.close(), lambda process: process.terminate()])
def test_a_client_that_has_gone_ends_it(end):
    client = Client()
    try:
        client.initialize()
        end(client.process)
        assert client.process.wait(TIMEOUT_SECONDS) == 0
        assert client.process.stderr.read() == b""
    finally:
        client.end_now()


def test_problems_come_and_go(client, channel):
    uri, text = channel
    client.change(uri, text.replace("OutputLossy || Order", "OutputLosy || Order"))
    (found,) = client.problems(uri, bool)
    line, column = place(text, "OutputLossy || Order")
    assert found["range"]["start"] == {"line": line, "character": column}
    assert found["range"]["end"] == {"line": line, "character": column + len("OutputLosy")}
    assert found["message"].startswith("there is no process 'OutputLosy'")
    (action,) = client.of("codeAction", uri, range=found["range"], context={"diagnostics": [found]})
    assert action["title"] == "write OutputLossy"
    now = text.replace("OutputLossy || Order", "OutputLosy || Order")
    assert written(now, action["edit"]["changes"][uri]) == text
    client.change(uri, text, 3)
    assert client.problems(uri) == []


def test_what_is_typed_meanwhile_is_looked_at_once(client, channel):
    uri, text = channel
    for version in range(2, 12):
        client.change(uri, text[: -version * 3], version)
    client.change(uri, text + "X = (", 12)
    (found,) = client.problems(uri, bool)
    assert "expected an action label" in found["message"]
    assert not [one for one in client.told if one["params"].get("uri") == uri]


def test_names(client, channel):
    uri, text = channel
    here = place(text, "Order", 1)
    definition = client.at("definition", uri, *here)
    assert definition["range"]["start"] == dict(zip(("line", "character"), place(text, "Order"), strict=True))
    every = client.at("references", uri, *here, context={"includeDeclaration": True})
    rest = client.at("references", uri, *here, context={"includeDeclaration": False})
    assert (len(every), len(rest)) == (text.count("Order"), text.count("Order") - 1)
    assert len(client.at("documentHighlight", uri, *here)) == len(every)
    assert client.at("definition", uri, *place(text, "input")) is None
    named = [one["name"] for one in client.of("documentSymbol", uri)]
    assert named == ["Input", "OutputLossy", "Order", "Channel"]


def test_hover(client, channel):
    uri, text = channel
    words = client.at("hover", uri, *place(text, "Order"))["contents"]["value"]
    assert words.startswith("property **Order**")
    assert "2 states, 4 transitions" in words
    assert "alphabet: input, output" in words


def test_rename(client, channel):
    uri, text = channel
    here = place(text, "OutputLossy")
    assert client.at("prepareRename", uri, *here)["start"]["character"] == here[1]
    edit = client.at("rename", uri, *here, newName="Lossy")
    assert written(text, edit["changes"][uri]) == text.replace("OutputLossy", "Lossy")
    for new in ("Order", "lossy", "two words", "property"):
        with pytest.raises(Failed):
            client.at("rename", uri, *here, newName=new)


def test_completion(client, channel):
    uri, text = channel
    client.change(uri, text + "||T = (")
    line = text.count("\n")
    labels = [one["label"] for one in client.at("completion", uri, line, len("||T = ("))]
    assert {"Input", "OutputLossy", "Order", "Channel", "forall", "STOP"} <= set(labels)
    assert "Acknowledged" not in labels


def test_columns_count_units_of_utf_16(client, tmp_path):
    uri = client.open(tmp_path / "forest.lts", FOREST)
    line, column = place(FOREST, "Q), Q")
    found = client.at("definition", uri, line, column + 1)["range"]
    assert found["start"] == {"line": 0, "character": place(FOREST, "Q = ")[1] + 1}
    client.change(uri, FOREST.replace("Q = (b", "R = (b"))
    (problem,) = client.problems(uri, bool)
    assert problem["range"]["start"]["character"] == column + 1


def test_a_check_of_what_is_violated(client, channel):
    uri, text = channel
    lenses = client.of("codeLens", uri)
    assert [one["command"]["title"] for one in lenses] == ["check Order", "check Channel"]
    command = lenses[1]["command"]
    asked = {"command": command["command"], "arguments": command["arguments"]}
    found = client.ask("workspace/executeCommand", asked)["results"]
    assert [one["outcome"] for one in found] == ["violated", "holds"]
    assert found[0]["steps"] == ["input", "send", "ack", "input"]
    assert "VIOLATED: Channel does not satisfy Order" in found[0]["report"]
    message = client.hear("window/showMessage")
    assert message["message"].startswith("VIOLATED: Channel does not satisfy Order\nHOLDS: ")
    (shown,) = client.problems(uri, bool)
    assert (shown["severity"], shown["range"]["start"]["line"]) == (3, place(text, "Channel")[0])
    assert shown["message"].endswith("1. input\n2. send\n3. ack\n4. input")
    assert client.hear("$/progress", lambda p: p["value"]["kind"] == "end")
    client.change(uri, text + "\n")
    assert client.problems(uri) == []


def test_a_check_can_be_stopped(client, tmp_path):
    client.told.clear()
    uri = client.open(tmp_path / "endless.smv", ENDLESS, "smv")
    (lens,) = client.of("codeLens", uri)
    asked = {"command": "quidpro.check", "arguments": lens["command"]["arguments"]}
    began = time.monotonic()
    number = client.begin("workspace/executeCommand", asked)
    progress = client.hear("window/workDoneProgress/create")["token"]
    client.hear("$/progress", lambda p: p["token"] == progress)
    client.notify("window/workDoneProgress/cancel", {"token": progress})
    assert client.end(number) == {"stopped": "the check was stopped"}
    assert time.monotonic() - began < 10
    assert client.hear("window/showMessage")["message"] == "the check was stopped"


def test_what_cannot_be_checked_is_said(client, channel):
    uri, _ = channel
    asked = {"command": "quidpro.check", "arguments": [uri, "system", "Nobody"]}
    found = client.ask("workspace/executeCommand", asked)
    assert "there is no process or composite 'Nobody'" in found["error"]
    with pytest.raises(Failed, match="is not open"):
        client.ask("workspace/executeCommand", {**asked, "arguments": ["file:///nowhere.lts", "system", "S"]})


def test_a_text_that_is_not_saved_has_the_language_that_the_editor_says(client):
    item = {"uri": "untitled:Untitled-1", "languageId": "smv", "version": 1, "text": "MODULE main\nVAR x : bolean;\n"}
    client.notify("textDocument/didOpen", {"textDocument": item})
    (found,) = client.problems(item["uri"])
    assert "did you mean 'boolean'?" in found["message"]


def test_a_file_with_another_suffix_has_the_language_that_the_editor_says(client, tmp_path):
    uri = client.open(tmp_path / "model.txt", "P = (a -> Q).\n")
    (found,) = client.problems(uri)
    assert "'Q' is not a local process here" in found["message"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it takes a second more")
def test_a_server_that_is_killed_leaves_nothing_behind(tmp_path):
    client = Client()
    try:
        client.initialize()
        client.problems(client.open(tmp_path / "m.lts", "P = (a -> P).\n"))
        started = psutil.Process(client.process.pid).children(recursive=True)
        assert started
    finally:
        client.end_now()
    assert psutil.wait_procs(started, TIMEOUT_SECONDS)[1] == []


def test_a_formula_in_a_comment_can_be_checked(client, tmp_path):
    pytest.importorskip("stormpy")
    client.told.clear()
    uri = client.open(tmp_path / "coin.prism", COIN, "prism")
    (lens,) = client.of("codeLens", uri)
    asked = {"command": "quidpro.check", "arguments": lens["command"]["arguments"]}
    (found,) = client.ask("workspace/executeCommand", asked)["results"]
    assert (found["outcome"], found["statement"]) == ("violated", 'coin does not satisfy P<=0.1 [ F "tails" ]')
