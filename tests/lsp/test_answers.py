"""What is said of a place in a text: pure functions, language by language."""

from __future__ import annotations

from pathlib import Path

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.frontend.files import edited
from quidpro.frontend.languages import language_of
from quidpro.lsp import answers, reader
from quidpro.lsp.fixes import Problem, fix_of
from quidpro.lsp.positions import Lines
from quidpro.reading.answers import answer, outline
from quidpro.run.request import make_request
from tests.unit.test_names import FSP, PRISM, SMV

TREES = "x\U0001f332y\r\n\U0001f332é\rz\n"


def table(suffix, text):
    language = language_of(Path(f"m{suffix}"))
    return language, language.names(Source(f"m{suffix}", text))


def rename(suffix, text, at, new):
    """The text after the name that begins at a word has been changed."""
    language, names = table(suffix, text)
    places = answers.renamed(language, names, text.index(at), new)
    length = len(names.at(text.index(at))[1].name)
    return answers.replaced(text, places, length, new)


@pytest.mark.parametrize(
    ("encoding", "columns"), [("utf-16", [0, 1, 3, 4]), ("utf-8", [0, 1, 5, 6]), ("utf-32", [0, 1, 2, 3])]
)
def test_columns(encoding, columns):
    lines = Lines(TREES, encoding)
    assert [lines.position(offset) for offset in range(4)] == [(0, column) for column in columns]
    assert [lines.offset(0, column) for column in columns] == [0, 1, 2, 3]


def test_every_offset_has_its_position():
    for encoding in ("utf-8", "utf-16", "utf-32"):
        lines = Lines(TREES, encoding)
        inside_of_an_end = TREES.index("\n")
        for offset in range(len(TREES) + 1):
            if offset != inside_of_an_end:
                assert lines.offset(*lines.position(offset)) == offset
        assert lines.position(len(TREES)) == (3, 0)


def test_positions_outside_are_moved_inside():
    lines = Lines("ab\ncd")
    assert (lines.offset(0, 99), lines.offset(9, 0), lines.position(99), lines.position(-1)) == (2, 5, (1, 2), (0, 0))


@pytest.mark.parametrize(
    ("suffix", "text", "at", "new", "old"),
    [
        (".lts", FSP, "Q[0]", "Loop", r"\bQ\b"),
        (".lts", FSP, "N = 2", "Most", r"\bN\b"),
        (".lts", FSP, "S = {a", "Labels", r"\bS\b"),
        (".lts", FSP, "F[i:R]", "Busy", r"\bF\b"),
        (".lts", FSP, "Safe", "Right", r"\bSafe\b"),
        (".smv", SMV, "same", "equal", r"\bsame\b"),
        (".smv", SMV, "value", "content", r"\bvalue\b"),
        (".smv", SMV, "cell", "Cell", r"\bcell\b"),
        (".prism", PRISM, "low", "few", r"\blow\b"),
        (".prism", PRISM, "One", "First", r"\bOne\b"),
        (".prism", PRISM, "y,", "other", r"\by\b"),
    ],
)
def test_a_name_is_changed_everywhere(suffix, text, at, new, old):
    import re

    assert rename(suffix, text, at, new) == re.sub(old, new, text)


def test_a_variable_is_changed_where_it_is_bound():
    text = "range R = 0..1\nP = (a[i:R] -> b[i] -> P | c[i:R] -> d[i] -> P).\n"
    assert rename(".lts", text, "i:R] -> b", "k") == text.replace("a[i:R] -> b[i]", "a[k:R] -> b[k]")


def test_an_action_in_a_command_keeps_its_name():
    changed = rename(".prism", PRISM, "x : [0", "z")
    assert "[x] low" in changed
    assert "One [z=y" in changed


@pytest.mark.parametrize(
    ("suffix", "text", "at", "new", "why"),
    [
        (".lts", FSP, "Q[0]", "P", "means something else already, see line 4"),
        (".lts", FSP, "R = 0", "S", "means something else already, see line 3"),
        (".lts", "const N = 1\nP(M=2) = (a[N][M] -> P).\n", "N", "M", "means something else already, see line 2"),
        (".lts", FSP, "Q[0]", "loop", "cannot be the name of this local process: expected"),
        (".lts", FSP, "Q[0]", "STOP", "cannot be a name"),
        (".lts", FSP, "Q[0]", "a b", "cannot be a name"),
        (".lts", FSP, "j:0", "i", "variable 'i' is already bound here"),
        (".lts", FSP, "a[0]", "b", "there is no name here"),
        (".lts", "P = (a -> P).\n||S = (P || ).\n", "P", "Q", "line 2: expected"),
        (".lts", "P = (a -> P).\nR = (b -> P).\n", "P", "Q", "whether 'P' in line 2 means this process"),
        (".smv", SMV, "same", "value", "means something else already, see line 2"),
        (".smv", SMV, "same", "case", "cannot be a name"),
        (".smv", SMV, "a : cell", "high", "means something else already"),
        (".prism", PRISM, "k = 2", "x", "means something else already"),
        (".prism", PRISM, "k = 2", "init", "cannot be a name"),
    ],
)
def test_a_name_that_would_change_a_meaning_is_refused(suffix, text, at, new, why):
    with pytest.raises(UsageError, match=why):
        rename(suffix, text, at, new)


def test_names_in_scope_are_offered():
    language, names = table(".lts", FSP)
    inside = {one.text: one.kind for one in answers.completions(language, names, None, FSP.index("a[j"))}
    outside = {one.text: one.kind for one in answers.completions(language, names, None, FSP.index("fluent"))}
    assert (inside["Q"], inside["i"], inside["M"], inside["forall"]) == (
        "local process",
        "variable",
        "parameter",
        "keyword",
    )
    assert not {"Q", "M"} & outside.keys()
    assert {"N", "R", "S", "P", "Safe", "F", "A", "C"} <= inside.keys() & outside.keys()


def test_names_of_the_last_text_that_could_be_read_are_offered():
    language, good = table(".lts", FSP)
    _, now = table(".lts", "P = (a -> ")
    assert "Safe" in [one.text for one in answers.completions(language, now, good, 9)]


def test_names_stand_before_keywords_and_once():
    language, names = table(".smv", SMV)
    found = [one.text for one in answers.completions(language, names, names, 0)]
    assert len(found) == len(set(found))
    assert found.index("main") < found.index("VAR")


@pytest.mark.parametrize(
    ("suffix", "text", "at", "words"),
    [
        (".lts", FSP, "R = 0", ["range **R** = `0..1`", "```fsp\nrange R = 0..N-1\n```"]),
        (".lts", FSP, "N = 2", ["constant **N** = `2`"]),
        (".lts", FSP, "i:R] = (when", ["variable **i** of P", "i:R"]),
        (".lts", FSP, "P(M", ["process **P**", "1 state, 2 transitions", "alphabet: a.0, a.1"]),
        (".lts", FSP, "F[i", ["fluent **F**", "<a[i], {b}>"]),
        (".smv", SMV, "a.same", ["instance **a** of main", "a : cell(b.value);", "1 variable, 1 bit"]),
        (".smv", SMV, "same", ["definition **same** of cell", "same := value = input;"]),
        (".smv", SMV, "good", ["specification **good**", "INVARSPEC NAME good := other.seen"]),
    ],
)
def test_a_name_is_explained(suffix, text, at, words):
    path = Path(f"m{suffix}")
    language, names = table(suffix, text)
    _, symbol = names.at(text.index(at))
    body = {"name": str(path), "symbol": symbol.name, "kind": symbol.kind, "info": symbol.info}
    with edited(path, text):
        found = reader.hover(body, Budget(5.0))
    shown = answers.describe(language, names, symbol, found["value"], found["info"])
    for word in words:
        assert word in shown


def problem(name, text):
    """The first thing that is wrong with a text."""
    path = Path(name)
    with edited(path, text):
        return Problem.of(reader.problems({"name": name}, Budget(5.0))["problems"][0])


@pytest.mark.parametrize(
    ("name", "text", "fixed"),
    [
        ("m.lts", "Proc = (a -> Proc).\n||S = (Prok).\n", "Proc = (a -> Proc).\n||S = (Proc).\n"),
        ("m.lts", "P = (a → P).\n", "P = (a -> P).\n"),
        ("m.lts", "P(N=1) = (when (N=1) a -> P).\n", "P(N=1) = (when (N==1) a -> P).\n"),
        ("m.lts", "proc = (a -> STOP).\n", "Proc = (a -> STOP).\n"),
        ("m.lts", "const Most = 2\nP = (a[Mots] -> P).\n", "const Most = 2\nP = (a[Most] -> P).\n"),
        ("m.smv", "MODULE main\nVAR x : boolaen;\n", "MODULE main\nVAR x : boolean;\n"),
        (
            "m.smv",
            "MODULE main\nVAR x : boolean;\nSPEC AG (x ∧ x)\n",
            "MODULE main\nVAR x : boolean;\nSPEC AG (x & x)\n",
        ),
    ],
)
def test_what_a_message_says_to_write_is_a_fix(name, text, fixed):
    fix = fix_of(problem(name, text), text)
    assert fix is not None
    assert text[: fix.start] + fix.new + text[fix.end :] == fixed


@pytest.mark.parametrize(
    ("message", "hint"),
    [
        ("there is no process 'Nobody'", ""),
        ("expected ';' after this", "write c ? a : b, or case c : a; TRUE : b; esac"),
        ("variable 'i' is already bound here", "write [i] for the value that it has, or choose another name"),
        ("another thing", "did you mean 'P'?"),
    ],
)
def test_other_hints_are_no_fixes(message, hint):
    assert fix_of(Problem("error", message, hint, 0, 1), "i = 3") is None


def test_what_is_wrong_with_another_file_is_put_at_the_beginning(tmp_path):
    (tmp_path / "part.aut").write_text("des (0, 1, 1)\n(0, a\n")
    name = str(tmp_path / "m.lts")
    found = problem(name, 'import P = "part.aut"\n||S = (P).\n')
    assert (found.start, found.end) == (0, 1)
    assert "part.aut:2" in found.message


def test_answers_of_a_check():
    text = "P = (a -> b -> P).\nproperty Q = (a -> b -> b -> Q).\n||S = (P || Q).\n"
    with edited(Path("m.lts"), text):
        body = {"name": "m.lts", "setting": "property", "value": "Q"}
        (found,) = reader.checked(body, Budget(20.0))["results"]
    assert (found["outcome"], found["steps"]) == ("violated", ["a", "b", "a"])


@pytest.mark.parametrize(
    "model", ["examples/one_lane_bridge.lts", "examples/readers_writers.lts", "examples/smv/robot.smv"]
)
def test_a_text_that_breaks_off_anywhere_is_answered_in_words(model):
    text = Path(model).read_text()
    for end in range(1, len(text), len(text) // 25):
        body = {"name": f"m{Path(model).suffix}", "text": text[:end] + "\U0001f332("}
        request = {"kind": "problems", "body": body, "limits": {"seconds": 1.0, "megabytes": None}}
        found = answer(reader.KINDS, request)["problems"]
        assert all(0 <= one["start"] < one["end"] <= len(body["text"]) + 1 for one in found)


@pytest.mark.parametrize("model", ["examples/readers_writers.lts", "examples/token_ring.lts", "examples/smv/robot.smv"])
def test_a_model_with_another_name_in_it_is_the_same(model):
    suffix, text = Path(model).suffix, Path(model).read_text()
    language, names = table(suffix, text)
    for symbol in names.symbols:
        if (symbol.kind, symbol.name) != ("module", "main"):
            new = "Another" if symbol.name[0].isupper() else "another"
            places = answers.renamed(language, names, symbol.offset, new)
            changed = answers.replaced(text, places, len(symbol.name), new)
            assert sizes(f"m{suffix}", changed) == sizes(f"m{suffix}", text)


def sizes(name, text):
    with edited(Path(name), text):
        found = outline(make_request(Path(name), {}), Budget(20.0))
    assert found.problems == ()
    return [(part.states, part.transitions, part.actions, part.words) for part in found.parts]
