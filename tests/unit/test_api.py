"""The Python interface."""

from __future__ import annotations

import doctest
import inspect
import io
import pydoc

import pytest
from jsonschema import validate

import quidpro
from quidpro import LTS
from quidpro.lts.system import Priority
from quidpro.verdict.schema import schema

CHANNEL = "examples/channel/channel.lts"
LOSSY = "examples/channel/channel_lossy.lts"
PROCESS = LTS.of([(0, "good", 0), (0, "bad", 0)], name="P")
NO_BAD = LTS.of([(0, "good", 0)], alphabet=["bad"], name="NO_BAD")


def test_check_takes_a_path_a_model_or_a_system(tmp_path):
    model = quidpro.load(CHANNEL)
    for given in (CHANNEL, model, model.system("Channel", quidpro.Budget())):
        assert quidpro.check(given).outcome == "holds"


def test_property_is_a_name_or_several():
    assert len(quidpro.check(CHANNEL, property="Order")) == 1
    assert len(quidpro.check(CHANNEL, property=["Order"], deadlock=True, progress=True)) == 3


def test_the_worst_result_speaks_for_all():
    results = quidpro.check(LOSSY, deadlock=True)
    assert [r.verdict.outcome for r in results] == ["violated", "holds"]
    assert results.outcome == "violated"
    assert results.trace is results[0].verdict.trace
    assert repr(results) == "Results(Order: violated, deadlock: holds)"


@pytest.mark.slow
@pytest.mark.parametrize("model", [CHANNEL, LOSSY, "examples/smv/barrel.smv"])
def test_an_answer_is_neither_true_nor_false(model):
    results = quidpro.check(model)
    for answer in (results, results[0]):
        with pytest.raises(TypeError, match=r"\.holds, or in a test write check\(…\)\.expect\("):
            assert answer
        assert answer.holds == (answer.outcome == "holds") == (answer.verdict.outcome == "holds")


def test_what_is_expected_is_handed_back():
    results = quidpro.check(LOSSY, deadlock=True)
    assert results.expect("violated") is results
    with pytest.raises(quidpro.UsageError, match="no outcome 'hold'; known are holds, violated, unknown"):
        results.expect("hold")


def test_what_is_not_as_expected_is_shown():
    with pytest.raises(AssertionError) as shown:
        quidpro.check(LOSSY, deadlock=True).expect("holds")
    text = str(shown.value)
    assert text.startswith("expected 'holds', but it is 'violated':\n\nVIOLATED: Channel does not satisfy Order")
    assert "●" in text
    assert "deadlock" not in text


def test_results_as_json_text_and_html():
    results = quidpro.check(LOSSY)
    validate(results.to_json(), schema("verdict"))
    assert str(results).startswith("VIOLATED: Channel does not satisfy Order")
    assert "Channel does not satisfy Order" in results._repr_html_()


def test_a_budget_gives_unknown_not_an_exception():
    results = quidpro.check(CHANNEL, timeout=0)
    assert results.outcome == "unknown"
    assert "time budget ran out" in results.verdict.reason
    validate(results.to_json(), schema("verdict"))


@pytest.mark.parametrize("limits", [{"timeout": -1}, {"memory": -1}, {"timeout": float("nan")}])
def test_a_limit_below_nothing_is_refused(limits):
    with pytest.raises(quidpro.UsageError, match="at least 0"):
        quidpro.check(CHANNEL, **limits)


def test_what_was_not_even_read_has_a_short_name():
    assert repr(quidpro.check(CHANNEL, timeout=0)) == "Results(no ERROR: unknown)"


def test_assemble_completes_properties():
    system = quidpro.assemble("S", {"P": PROCESS}, {"NO_BAD": NO_BAD})
    results = quidpro.check(system)
    assert results.trace is not None
    assert results.trace.visible == ("bad",)
    assert results.verdict.violated_by == "NO_BAD"


def test_assemble_with_priority():
    system = quidpro.assemble("S", {"P": PROCESS}, {"NO_BAD": NO_BAD}, Priority(frozenset({"bad"}), high=False))
    assert quidpro.check(system).outcome == "holds"


def test_assemble_refuses_a_property_that_is_none():
    vague = LTS.of([(0, "a", 0), (0, "a", 1)], name="VAGUE")
    with pytest.raises(quidpro.QuidproError, match="deterministic"):
        quidpro.assemble("S", {"P": PROCESS}, {"VAGUE": vague})


def test_compose_and_reduce():
    both = quidpro.compose(LTS.of([(0, "a", 1), (1, "b", 0)]), LTS.of([(0, "b", 0)]), name="BOTH")
    assert (both.name, both.states, both.transitions) == ("BOTH", 2, 2)
    silent = LTS.of([(0, "a", 1), (1, "tau", 2), (2, "a", 0)])
    assert quidpro.reduce(silent).states == 1


@pytest.mark.parametrize(
    "options", [{"system": "Z"}, {"property": "Z"}, {"method": "z"}, {"split": "Input"}, {"split": ""}]
)
def test_wrong_arguments_are_usage_errors(options):
    with pytest.raises(quidpro.UsageError):
        quidpro.check(CHANNEL, **options)


def test_options_reach_the_method():
    plain = {"learner": "lstar", "reduce": False, "candidates": False, "orientation": "given", "alphabet": "full"}
    results = quidpro.check(CHANNEL, method="lstar", split="Input | Output", options=plain)
    (found,) = results.verdict.assumptions
    assert (found.about, found.lts.states) == (("Output",), 2)
    assert results.verdict.stats.iterations == 2
    assert quidpro.check(CHANNEL, method="lstar", split="Input | Output").verdict.stats.queries == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"lerner": "kv"}, "did you mean learner"),
        ({"learner": "best"}, "'kv', 'lstar'"),
        ({"alphabet": "some"}, "'full', 'refine'"),
        ({"reduce": "no"}, "True, False"),
        ({"counterexamples": 0}, "a whole number, at least 1"),
    ],
)
def test_unknown_options_are_usage_errors(options, words):
    with pytest.raises(quidpro.UsageError, match=words):
        quidpro.check(CHANNEL, options=options)


def test_the_weakest_assumption_of_a_part():
    found = quidpro.assumption(CHANNEL, "Input", property="Order")
    assert (found.exact, found.exists, found.label) == (True, True, "the weakest assumption")
    assert (found.lts.states, found.goal, found.part, found.environment) == (4, "Order", ("Input",), ("Output",))


def test_no_assumption_helps_a_part_that_goes_wrong_alone():
    system = quidpro.assemble("S", {"P": PROCESS, "Q": LTS.of([(0, "q", 0)])}, {"NO_BAD": NO_BAD})
    assert not quidpro.assumption(system, "P").exists


def test_an_unknown_equivalence_is_a_usage_error():
    with pytest.raises(quidpro.UsageError, match="fuzzy"):
        quidpro.reduce(PROCESS, "fuzzy")


def test_names_of_the_package():
    assert set(quidpro.__all__) <= set(dir(quidpro))
    assert {name for name in dir(quidpro) if not name.startswith("_")} <= set(quidpro.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = quidpro.nonsense


def test_help_begins_with_examples_that_run_and_with_every_function():
    assert quidpro.__doc__
    examples = doctest.DocTestParser().get_doctest(quidpro.__doc__, {}, "quidpro", None, None)
    told = io.StringIO()
    assert doctest.DocTestRunner().run(examples, out=told.write).failed == 0, told.getvalue()
    first_screen = "\n".join(pydoc.plain(pydoc.render_doc(quidpro)).splitlines()[:45])
    functions = [name for name in quidpro.__all__ if inspect.isfunction(getattr(quidpro, name))]
    assert [name for name in functions if f"  {name}(" not in first_screen] == []
    assert "quidpro.check(" in first_screen


SMV = "examples/smv/robot.smv"


def test_an_smv_model_is_checked_like_any_other():
    results = quidpro.check(
        SMV, method="symbolic", split="motor | rest", options={"orientation": "given"}, property="1"
    )
    assert results.outcome == "holds"
    assert results.verdict.certified
    assert [assumption.states for assumption in results.verdict.assumptions] == [4]
    assert results.to_json()["world"] == "symbolic"
    assert str(results).startswith("HOLDS: robot satisfies motor_in_time")


def test_all_specifications_of_a_loaded_smv_model():
    model = quidpro.load(SMV)
    results = quidpro.check(model, jobs=1)
    assert [result.verdict.outcome for result in results].count("violated") == 1
    assert len(results) == len(model.flat().specs)
    assert results.outcome == "violated"
    assert len(results.trace.states) == 22
    assert results.to_json()["verdict"] == "violated"


def test_an_smv_model_that_takes_too_long_is_undecided():
    results = quidpro.check("examples/smv/barrel3.smv", timeout=0.2)
    assert results.outcome == "unknown"
    assert "time budget ran out" in results.verdict.reason


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"system": "S"}, "system does not apply to .*robot.smv, an SMV model"),
        ({"deadlock": True}, "deadlock does not apply"),
        ({"options": {"learner": "kv"}}, "learner does not apply"),
        ({"method": "lstar"}, "no method 'lstar' for an SMV model"),
        ({"method": "symbolic", "jobs": 2}, "jobs is for method auto; symbolic runs alone"),
        ({"jobs": 0}, "at least 1"),
    ],
)
def test_what_says_nothing_about_an_smv_model_is_refused(arguments, words):
    with pytest.raises(quidpro.UsageError, match=words):
        quidpro.check(SMV, **arguments)


def test_an_assumption_needs_labelled_transition_systems():
    with pytest.raises(quidpro.UsageError, match="is an SMV model"):
        quidpro.assumption(quidpro.load(SMV), "motor")
