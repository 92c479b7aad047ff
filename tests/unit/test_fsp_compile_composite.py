"""Composites: flattening, prefixes, sharing, relabelling, priority, names of components."""

from __future__ import annotations

from pathlib import Path

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Source
from quidpro.frontend.fsp.model import FspModel, load_fsp
from quidpro.frontend.model import Entry
from quidpro.lts.lts import ERROR
from quidpro.lts.system import System

BASE = "A = (a -> A). B = (b -> B). property N = (a -> N). "


def model(text: str, folder: Path | None = None) -> FspModel:
    return load_fsp(Source("test.lts", text), folder)


def system(text: str, name: str = "S") -> System:
    return model(text).system(name, Budget())


def names(text: str, name: str = "S") -> list[str]:
    return [c.name for c in system(text, name).components]


def alphabets(text: str) -> list[tuple[str, ...]]:
    return [c.lts.alphabet for c in system(text).components]


def errors(text: str, name: str = "S", folder: Path | None = None) -> list[str]:
    with pytest.raises(InputError) as caught:
        model(text, folder).system(name, Budget())
    return [d.message for d in caught.value.diagnostics]


def test_prefix_copies_and_sharing_does_not() -> None:
    assert alphabets(BASE + "||S = {x,y}:A.") == [("x.a",), ("y.a",)]
    assert names(BASE + "||S = {x,y}:A.") == ["x:A", "y:A"]
    assert alphabets(BASE + "||S = {x,y}::A.") == [("x.a", "y.a")]
    assert names(BASE + "||S = {x,y}::A.") == ["{x,y}::A"]


def test_sharing_applies_after_prefixing() -> None:
    assert alphabets(BASE + "||S = {x,y}::p:A.") == [("x.p.a", "y.p.a")]


def test_terminated_states_are_merged_when_composed() -> None:
    text = "P = (a -> END | b -> END). Q = (a -> QA | b -> QB), QA = (a -> QA), QB = (b -> QB). "
    whole = model(text + "||S = (P || Q).").lts("S", Budget())
    assert (whole.states, whole.transitions, whole.alphabet) == (2, 2, ("a", "b"))
    assert (whole.end, whole.state_names) == (1, None)
    twice = model(text + "compose ||C = (P || Q). T = C; C; END.").lts("T", Budget())
    assert (twice.states, twice.transitions, twice.end) == (3, 4, 2)


def test_without_composites_default_is_all_processes_whatever_their_names() -> None:
    assert names("DEFAULT = (a -> DEFAULT). B = (b -> B).", "DEFAULT") == ["DEFAULT", "B"]
    assert names("DEFAULT = (a -> DEFAULT). B = (b -> B). ||S = B.", "DEFAULT") == ["DEFAULT"]


def test_prefix_binds_a_variable_for_its_process() -> None:
    text = "P(I=0) = (go[I] -> P). ||S = c[i:1..2]:P(i)."
    assert names(text) == ["c.1:P(1)", "c.2:P(2)"]
    assert alphabets(text) == [("c.1.go.1",), ("c.2.go.2",)]


def test_forall_if_and_parameters() -> None:
    text = "P(I=0) = (go[I] -> P). ||S(N=3) = (forall[i:1..N] if i != 2 then P(i))."
    assert names(text) == ["P(1)", "P(3)"]


def test_plain_sub_composites_are_flattened_with_their_path() -> None:
    found = system(BASE + "||C = {x,y}:A. ||S = (C || p:C || B).").components
    assert [c.name for c in found] == ["x:A", "y:A", "p:x:A", "p:y:A", "B"]
    assert [c.path for c in found] == [("C",), ("C",), ("p:C",), ("p:C",), ()]
    assert found[2].lts.alphabet == ("p.x.a",)


def test_equal_names_are_qualified_then_numbered() -> None:
    text = BASE + "||C = A. ||D = A. ||S = (C || D || B || B)."
    assert names(text) == ["C.A", "D.A", "B", "B#2"]


@pytest.mark.parametrize(
    "definition",
    [
        "||C = (A || B) \\ {a}.",
        "||C = (A || B) >> {a}.",
        "minimal ||C = (A || B).",
        "compose ||C = (A || B).",
    ],
)
def test_a_sub_composite_with_clauses_is_one_machine(definition: str) -> None:
    assert names(BASE + definition + " ||S = (x:C || A).") == ["x:C", "A"]


def test_relabelling_that_merges_labels_composes_first() -> None:
    apart = BASE + "||C = (A || B). ||S = C/{c/a}."
    merged = BASE + "||C = (A || B). ||S = C/{c/a, c/b}."
    assert names(apart) == ["A", "B"]
    assert names(merged) == ["C"]
    assert list(system(merged).components[0].lts.triples()) == [(0, "c", 0)]
    assert names(BASE + "||S = (A || B)/{c/a, c/b}.") == ["A", "B"]


def test_a_target_keeps_its_hiding_for_the_lts() -> None:
    text = BASE + "||S = (A || B) @ {b}."
    assert system(text).hidden == frozenset({"a"})
    assert system(text).alphabet == ("a", "b")
    assert model(text).lts("S", Budget()).alphabet == ("b",)


def test_priority_names_the_actions_by_prefix() -> None:
    high = system("A = (x.a -> b -> A). ||S = A << {x}.").priority
    low = system("A = (x.a -> b -> A). ||S = A >> {b}.").priority
    assert high is not None
    assert low is not None
    assert (high.actions, high.high) == (frozenset({"x.a"}), True)
    assert (low.actions, low.high) == (frozenset({"b"}), False)


def test_properties_are_marked_and_composite_ones_are_complete() -> None:
    text = "A = (a -> b -> A | a -> c -> A). property ||N = A. ||S = (A || x:N)."
    found = system(text).components
    assert [c.is_property for c in found] == [False, True]
    assert (found[1].lts.states, found[1].lts.transitions) == (2, 6)
    assert model(text).property("N", Budget()).lts.has_error


def test_default_is_all_processes() -> None:
    loaded = model(BASE)
    assert loaded.default_system() == "DEFAULT"
    assert [c.name for c in loaded.system("DEFAULT", Budget()).components] == ["A", "B", "N"]
    assert model(BASE + "||C = A. ||D = B.").default_system() == "D"


def test_entries_in_the_order_of_the_text() -> None:
    text = BASE + "||C = A. property ||D = B. progress G = {a} fluent F = <a,b> assert L = []!F"
    assert model(text).entries() == (
        Entry("A", "process"),
        Entry("B", "process"),
        Entry("N", "property"),
        Entry("C", "composite"),
        Entry("D", "property"),
        Entry("G", "progress"),
        Entry("L", "assert"),
    )


def test_progress_tests_run_over_their_indices() -> None:
    text = BASE + "progress READ[i:1..2] = {r[i]} progress IF = if {a} then {b} ||S = A."
    found = system(text).progress
    assert [(p.name, p.actions, p.condition) for p in found] == [
        ("READ.1", {"r.1"}, None),
        ("READ.2", {"r.2"}, None),
        ("IF", {"b"}, {"a"}),
    ]


def test_endless_instantiation_is_refused() -> None:
    assert errors("||C = C.", "C") == ["'C' contains itself without end"]
    assert errors(BASE + "||C(N=0) = (A || C(N+1)).", "C") == ["'C' contains itself without end"]
    assert errors(BASE + "||C = (A || D). ||D = (B || C).", "D") == ["'D' contains itself without end"]


@pytest.mark.slow
def test_deep_instantiation_is_fine() -> None:
    text = BASE + "||C(N=400) = if N > 0 then ([N]:A || C(N-1)). "
    assert len(system(text, "C").components) == 400


def test_an_empty_composite_is_refused() -> None:
    assert errors(BASE + "||C = if 0 then A.", "C") == ["'C' has no components"]


def test_errors_of_all_parts_come_at_once() -> None:
    text = "A(N=1) = (a[N] -> A). B = (b[x] -> B). C = (c[Y] -> C). ||S = (A(1,2) || B || C)."
    assert errors(text) == [
        "variable 'x' is not defined here",
        "constant or parameter 'Y' is not defined here",
        "'A' takes 1 parameters, not 2",
    ]


def test_unknown_names_get_a_suggestion() -> None:
    with pytest.raises(UsageError, match="did you mean 'SERVER'"):
        model("SERVER = (a -> SERVER).").system("SERVR", Budget())
    with pytest.raises(UsageError, match="'B' is not a property; the properties are: N"):
        model(BASE).property("B", Budget())


def test_import_reads_aut_from_the_folder(tmp_path: Path) -> None:
    (tmp_path / "p.aut").write_text('des (0, 2, 2)\n(0, "a", 1)\n(1, "b", 0)\n')
    found = model('import P = "p.aut" ||S = x:P.', tmp_path).system("S", Budget())
    assert found.components[0].lts.alphabet == ("x.a", "x.b")


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("../p.aut", "import may not leave the folder"),
        ("/etc/passwd", "import may not leave the folder"),
        ("C:\\\\p.aut", "import may not leave the folder"),
        ("missing.aut", "there is no file 'missing.aut'"),
        ("test.lts", "a model cannot import itself"),
        ("other.lts", "'other.lts' is not an AUT file"),
        ("link.aut", "'link.aut' lies outside the folder"),
    ],
)
def test_import_refuses(tmp_path: Path, file: str, message: str) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    for name in ("test.lts", "other.lts"):
        (folder / name).write_text("P = STOP.")
    (tmp_path / "secret.aut").write_text("des (0, 0, 1)\n")
    (folder / "link.aut").symlink_to(tmp_path / "secret.aut")
    found = errors(f'import P = "{file}" ||S = P.', folder=folder)
    assert found[0].startswith(message)


def test_import_without_a_folder_is_refused() -> None:
    assert errors('import P = "p.aut" ||S = P.') == ["this model has no folder, so it cannot import files"]


SILENT = "P = (h -> ERROR | a -> Q), Q = (a -> Q). "


@pytest.mark.parametrize(
    "text",
    [
        "deterministic ||D = (P)\\{h}. ||S = (D).",
        "property ||D = (P)\\{h}. ||S = (D).",
        "deterministic D = (h -> ERROR | a -> STOP)\\{h}. ||S = (D).",
    ],
)
def test_determinising_loses_a_silent_error_at_the_start_and_says_so(text: str) -> None:
    model = load_fsp(Source("test.lts", SILENT + text), None)
    [part] = model.system("S", Budget()).components
    assert ERROR not in part.lts.target[part.lts.source == part.lts.initial]
    [warning] = model.warnings
    assert "loses an ERROR that is reached by hidden actions alone, as in LTSA" in warning.message
    assert warning.offset == len(SILENT) + text.index("D")


def test_determinising_keeps_an_error_after_an_action() -> None:
    model = load_fsp(Source("test.lts", "deterministic P = (a -> h -> ERROR | a -> STOP)\\{h}."), None)
    assert ERROR in model.lts("P", Budget()).target
    assert model.warnings == ()
