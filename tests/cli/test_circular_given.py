"""Method ``circular`` with assumptions that the user gives, and with a skeleton, as a user meets them."""

from __future__ import annotations

import json

import pytest

import quidpro as api
from quidpro.lts import LTS
from tests.cli.by_parts import SERVER, by_parts
from tests.cli.driver import quidpro, refused

IN_OUT = "examples/in_out/in_out.lts"
SPLIT = ["--split", "In | Out"]
RIGHT = "G2 = (send -> Sent), Sent = (ack -> G2 | send -> Sent)."
WEAK = "G2 = (send -> G2 | ack -> G2)."
STRONG = "G2 = (send -> ack -> G2)."


@pytest.fixture
def circular(tmp_path):
    """The answer for a text that is given as g2."""

    def ask(text, *options):
        path = tmp_path / "g.lts"
        path.write_text(text, encoding="utf-8")
        return by_parts("circular", IN_OUT, *SPLIT, "--assume", f"g2={path}", *options)

    return ask


class TestGiven:
    @pytest.mark.parametrize("text", [RIGHT, f"property {RIGHT}"], ids=["process", "property"])
    def test_a_right_one(self, circular, text):
        code, found = circular(text)
        assert (code, found["certified"], found["certificate"]["rule"]) == (0, True, "circ-ag")
        assert found["notes"][0].startswith("assumptions: g2 as given, the others minimal in all over αg1")
        assert found["assumptions"][1]["transitions"] == 3

    def test_one_that_is_too_weak(self, circular):
        code, found = circular(WEAK)
        assert (code, found["verdict"], found["certificate"]) == (3, "unknown", None)
        assert found["reason"] == "the given g2 is too weak, it allows ⟨ack⟩"

    def test_one_that_is_too_strong(self, circular):
        code, found = circular("G2 = (send -> STOP) + {ack}.")
        assert (code, found["verdict"]) == (3, "unknown")
        assert "the given g2 is too strong, it excludes ⟨send, ack⟩" in found["reason"]

    def test_a_stronger_one_with_another_g1(self, circular):
        """g2 may be strong where g1 keeps Out from what it excludes."""
        code, found = circular(STRONG)
        assert (code, found["certified"]) == (3, False)
        assert "too strong" in found["reason"]

    def test_improved(self, circular):
        code, found = circular(WEAK, "--improve")
        assert (code, found["certified"]) == (0, True)
        assert "given up: the given g2 is too weak, it allows ⟨ack⟩" in found["notes"][0]

    def test_all_of_them(self, circular, tmp_path):
        (tmp_path / "g1.lts").write_text("G1 = (ack -> G1 | send -> ack -> G1).", encoding="utf-8")
        first = ["--assume", f"g1={tmp_path / 'g1.lts'}"]
        code, found = circular(RIGHT, *first)
        assert (code, found["stats"]["iterations"]) == (0, 1)
        assert found["notes"][0] == "assumptions: g1, g2 as given"
        code, found = circular(WEAK, *first)
        assert (code, found["reason"]) == (
            3,
            "premise 3 fails along ⟨ack⟩: g2 is too weak, it allows ⟨ack⟩",
        )

    def test_from_python(self):
        right = LTS.of([(0, "send", 1), (1, "ack", 0), (1, "send", 1)])
        free = LTS.of([(0, "send", 0), (0, "ack", 0)], initial=0)
        more = {"method": "circular", "split": "In | Out", "deadlock": False}
        assert api.check(IN_OUT, options={"assume": [free, right]}, **more).outcome == "unknown"
        assert api.check(IN_OUT, options={"assume": [free, right], "improve": True}, **more).holds
        (found,) = api.check(IN_OUT, options={"assume": ["g2=Order"], "uses": "g1:"}, **more)
        assert found.outcome == "unknown"

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("G2 = (send -> in -> G2).", ["g2 speaks of in", "ack, send"]),
            ("G2 = (send -> ERROR | ack -> G2", ["g.lts"]),
            ("A = (send -> A). B = (ack -> B).", ["A, B", ":NAME"]),
        ],
    )
    def test_a_malformed_one(self, tmp_path, text, words):
        path = tmp_path / "g.lts"
        path.write_text(text, encoding="utf-8")
        run = quidpro("check", IN_OUT, "--method", "circular", *SPLIT, "--assume", f"g2={path}")
        refused(run, *words)

    def test_one_too_many(self):
        run = quidpro("check", IN_OUT, "--method", "circular", *SPLIT, "--assume", "g3=Order")
        refused(run, "there is no g3", "2 groups")


class TestSkeleton:
    def test_it_is_said_and_certified(self, tmp_path):
        out = tmp_path / "c.json"
        code, found = by_parts("auto", IN_OUT, *SPLIT, "--uses", "g1:", "--certificate", out)
        assert (code, found["method"], found["certified"]) == (0, "circular", True)
        assert "skeleton: g1 uses nothing" in found["notes"][0]
        assert quidpro("certify", out, IN_OUT).code == 0
        certificate = json.loads(out.read_text())
        assert [a["uses"] for a in certificate["assumptions"]] == [[], ["g1"]]
        certificate["assumptions"][1]["uses"] = ["g2"]
        out.write_text(json.dumps(certificate))
        run = quidpro("certify", out, IN_OUT)
        assert (run.code, "cannot use g2" in run.stdout) == (1, True)

    def test_a_skeleton_that_is_claimed_only(self, tmp_path):
        out = tmp_path / "c.json"
        by_parts("circular", IN_OUT, *SPLIT, "--certificate", out)
        certificate = json.loads(out.read_text())
        for one in certificate["assumptions"]:
            one["uses"] = []
        out.write_text(json.dumps(certificate))
        run = quidpro("certify", out, IN_OUT)
        assert (run.code, run.stdout.split(":")[0]) == (1, "refused")

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("g1", "does not say whose premise"),
            ("g1: g1", "cannot use itself"),
            ("g4:", "the assumptions are g1 to g2"),
        ],
    )
    def test_refused(self, text, words):
        run = quidpro("check", IN_OUT, "--method", "circular", *SPLIT, "--uses", text)
        refused(run, words)

    def test_a_premise_by_parts(self, tmp_path):
        out = tmp_path / "c.json"
        split = ["--split", "CLIENTS | SERVER", "--alphabet", "refine"]
        code, found = by_parts("auto", SERVER, *split, "--recursive", "--certificate", out)
        assert (code, found["method"], found["certified"]) == (0, "circular", True)
        assert "premise 1 by parts" in found["notes"][0]
        assert quidpro("certify", out, SERVER).code == 0
        certificate = json.loads(out.read_text())
        inner = certificate["assumptions"][0]["inner"]
        assert [one["for"] for one in inner] == [["c.1:CLIENT"], ["c.2:CLIENT"], ["c.3:CLIENT"], []]
        del inner[0]
        out.write_text(json.dumps(certificate))
        run = quidpro("certify", out, SERVER)
        assert (run.code, "not exactly the components" in run.stdout) == (1, True)

    def test_other_methods_have_none(self):
        refused(quidpro("check", IN_OUT, "--method", "lstar", "--uses", "g1:"), "--uses does not apply")
