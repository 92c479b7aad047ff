"""``check --assume`` as users meet it: assumptions that are right, too weak, too strong and malformed."""

from __future__ import annotations

import pytest

from tests.cli.by_parts import CHANNEL, LOSSY, PRIME, Page, by_parts
from tests.cli.driver import model, quidpro, refused

RIGHT = "property A = (send -> output -> ack -> A)."
WEAK = "property A = (send -> (output -> ack -> A | ack -> A))."
STRONG = "property A = (send -> STOP) + {output, ack}."
SPLIT = ("--split", "Input | rest")
METHODS = pytest.mark.parametrize("method", ["lstar", "agar"])


def given(folder, text, name="given.lts"):
    return model(folder, text, name)


@METHODS
class TestAnswers:
    def test_right(self, method, tmp_path):
        certificate = tmp_path / "proof.json"
        run = quidpro(
            "check", CHANNEL, "--method", method, *SPLIT, "--assume", given(tmp_path, RIGHT),
            "--certificate", certificate,
        )  # fmt: skip
        assert run.code == 0
        assert "A1 (given) for Output: 3 states, 3 transitions over" in run.stdout
        assert quidpro("certify", certificate, CHANNEL).stdout.startswith(
            "confirmed: Channel satisfies Order (rule asym,"
        )

    @pytest.mark.parametrize(("text", "words"), [(WEAK, "too weak"), (STRONG, "too strong")])
    def test_too_weak_or_too_strong(self, method, text, words, tmp_path):
        code, found = by_parts(method, CHANNEL, *SPLIT, "--assume", given(tmp_path, text))
        assert (code, found["verdict"], found["certificate"]) == (3, "unknown", None)
        assert found["reason"].startswith(f"the given A1 is {words}: ")
        (assumption,) = found["assumptions"]
        assert (assumption["given"], assumption["for"]) == (True, ["Output"])

    def test_a_real_violation(self, method, tmp_path):
        code, found = by_parts(method, LOSSY, *SPLIT, "--assume", given(tmp_path, RIGHT))
        assert (code, found["certified"]) == (1, True)
        assert found["counterexample"]["trace"] == ["input", "send", "ack", "input"]

    @pytest.mark.parametrize("text", [WEAK, STRONG], ids=["weak", "strong"])
    def test_improved(self, method, text, tmp_path):
        code, found = by_parts(method, PRIME, *SPLIT, "--assume", given(tmp_path, text), "--improve")
        assert (code, found["certified"], "given" in found["assumptions"][0]) == (0, True, False)
        assert found["notes"][0].startswith("the given A1 is too ")
        rounds = found["stats"]["rounds"]
        assert [row["run"] for row in rounds] == ["as given"] * 2 + [""] * (len(rounds) - 2)

    @pytest.mark.slow
    def test_the_rounds_are_written_down(self, method, tmp_path):
        run = quidpro(
            "check", PRIME, "--method", method, *SPLIT, "--assume", given(tmp_path, WEAK), "--improve",
            "--trace-iterations", tmp_path / "rounds",
        )  # fmt: skip
        assert run.code == 0
        rows = [line.split("\t") for line in (tmp_path / "rounds" / "rounds.tsv").read_text().splitlines()]
        first = dict(zip(rows[0], rows[1], strict=True))
        assert (first["run"], first["assumption"], first["outcome"]) == ("as given", "A1", "too weak")
        assert first["counterexample"] == "send ack"
        assert Page((tmp_path / "rounds" / "index.html").read_text(encoding="utf-8")).pictures


class TestWhatItIs:
    """A process or property of the model, or of a file in any format."""

    @pytest.mark.parametrize(
        ("name", "text", "suffix"),
        [
            ("one.fsp", "B = (send -> output -> ack -> B).", ""),
            ("two.lts", "property A = (send -> output -> ack -> A).\nB = (never -> B).", ":A"),
            ("a.aut", 'des (0, 3, 3)\n(0, "send", 1)\n(1, "output", 2)\n(2, "ack", 0)\n', ""),
        ],
    )
    def test_a_file(self, name, text, suffix, tmp_path):
        path = given(tmp_path, text, name)
        assert quidpro("check", CHANNEL, *SPLIT, "--assume", f"{path}{suffix}").code == 0

    def test_a_process_of_the_model(self):
        run = quidpro("check", CHANNEL, *SPLIT, "--assume", "A1=Output")
        assert (run.code, "A1 (given) for Output" in run.stdout) == (0, True)

    @pytest.mark.parametrize("name", ["A.lts.json", "A.aut", "A.fsp"])
    def test_what_assumption_writes_proves_it(self, name, tmp_path):
        path = tmp_path / name
        assert quidpro("assumption", CHANNEL, "--component", "Input", "-o", path).code == 0
        run = quidpro("check", CHANNEL, *SPLIT, "--assume", path)
        assert (run.code, "A1 (given) for Output: 4 states, 9 transitions" in run.stdout) == (0, True)


class TestRefused:
    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (["--assume", "missing.lts"], ["there is no file missing.lts"]),
            (["--assume", "Missing"], ["neither a file nor a process or property of channel (Input, Output, Order)"]),
            (["--assume", CHANNEL], ["it defines Input, Output, Order, Channel; say which with"]),
            (["--assume", f"{CHANNEL}:None"], ["no process or composite 'None'"]),
            (["--assume", "examples/smv/robot.smv"], ["robot.smv is an SMV model"]),
            (["--assume", "Order"], ["A1 speaks of input, not only of what is between the groups: ack, output, send"]),
            (["--assume", "Output", "--assume", "Output"], ["there is no A2 to be given; 2 groups have 1 assumption"]),
            (["--improve"], ["--improve makes no sense without --assume"]),
            (["--assume", "Output", "--jobs", "2"], ["--jobs is for --method auto; lstar runs alone"]),
        ],
    )
    def test_in_words(self, options, words):
        refused(quidpro("check", CHANNEL, *SPLIT, *options), *words)

    @pytest.mark.parametrize("method", ["monolithic", "minimise"])
    def test_a_method_without_assumptions(self, method):
        run = quidpro("check", CHANNEL, "--method", method, "--assume", "Output")
        refused(run, f"--assume does not apply to method {method}")

    def test_a_syntax_error_is_shown_where_it_is(self, tmp_path):
        path = given(tmp_path, "property A = (send -> A")
        refused(quidpro("check", CHANNEL, *SPLIT, "--assume", path), "given.lts:1:")

    def test_json_that_is_no_lts(self, tmp_path):
        path = given(tmp_path, '{"assumption": {"states": 0}}', "A.json")
        refused(quidpro("check", CHANNEL, *SPLIT, "--assume", path), "assumption.states: must be a number from 1")


def test_warnings_about_the_file_of_an_assumption_are_shown(tmp_path):
    path = tmp_path / "dangling.lts"
    path.write_text("A = (send -> B).", encoding="utf-8")
    run = quidpro("check", CHANNEL, "--property", "Order", "--split", "Input | Output", "--assume", path)
    assert run.code == 3
    assert "dangling.lts:1:14: warning: 'B' is not a local process here, so it means ERROR" in run.stdout
