"""Whatever a file holds, the answer is one screen of words and an exit code."""

from __future__ import annotations

import pytest

from tests.cli.driver import model, quidpro, refused

WRONG = {
    "empty": (b"", "is empty"),
    "blank": (b" \n\t\n", "is empty"),
    "only comments": (b"// nothing\n", "nothing in this file"),
    "binary junk": (bytes(range(256)) * 8, "not UTF-8 text"),
    "zero bytes": (b"P = (a -> P).\n\0\0", "zero bytes"),
    "utf-16": ("P = (a -> P).".encode("utf-16"), "save it as UTF-8 if it is UTF-16"),
    "unterminated comment": (b"P = (a -> P).\n/* for ever\n", ":2:1: error: this comment is never closed"),
    "recursion without action": (b"P = Q, Q = P.\n", "without an action"),
    "indexed recursion without action": (b"P = P[0], P[i:0..3] = P[i].\n", "without an action"),
    "sequence without end": (b"P = P;P.\n||S = P.\n", "error:"),
    "composite in itself": (b"||A = B.\n||B = A.\n", "contains itself"),
    "composite growing for ever": (b"P = (a -> P).\n||A(N=1) = (P || A(N+1)).\n", "error:"),
    "constant by itself": (b"const N = N\nP = (a[N] -> P).\n", "depends on itself"),
    "range of a billion": (b"P = (a[i:0..1000000000] -> P).\n", "1,000,000,001"),
    "local range of a billion": (b"P = P[0], P[i:0..1000000000] = (a -> P[i+1]).\n", "1,000,000,001"),
    "alphabet of a billion": (b"P = (a -> P)+{b[0..1000000000]}.\n", "1,000,000,001"),
    "a billion processes": (b"P = (a -> P).\n||S = forall [i:0..1000000000] p[i]:P.\n", "1,000,000,001"),
    "labels that explode": (b"range R = 0..99\nP = (a[R][R][R][R][R] -> P).\n", "10,000,000,000 names"),
    "set that explodes": (b"range R = 0..99\nset S = {a[R][R][R][R]}\nP = (b -> P)+S.\n", "100,000,000 names"),
    "relabelling that explodes": (b"P = (a -> P)/{x[0..999][0..999][0..999]/a}.\n", "1,000,000,000 names"),
    "number too large": (b"const N = 99999999999999999999\nP = (a[N] -> P).\n", "is not a number"),
    "deep choices": (b"P = (" + b"a->(" * 5000 + b"b->P" + b")" * 5000 + b").\n", "deep"),
    "deep expressions": (b"const N = " + b"(" * 20000 + b"1" + b")" * 20000 + b"\nP = (a -> P).\n", "deep"),
    "a million brackets": (b"P = (a -> P).\n" + b"(" * 1_000_000, ":2:1: error:"),
    "long label, wrong": (b"P = (" + b"a" * 1_000_000 + b" -> ).\n", "error: expected"),
    "five hundred errors": (b"P = (a -> ).\n" * 500, "error: expected"),
    "division by zero": (b"P = (a[1/0] -> P).\n", "division by zero"),
    "missing import": (b'import A = "none.aut"\n||S = A.\n', "there is no file"),
    "import from above": (b'import A = "../x.aut"\n||S = A.\n', "may not leave the folder"),
    "import from elsewhere": (b'import A = "/etc/passwd"\n||S = A.\n', "may not leave the folder"),
    "import of itself": (b'import A = "model.lts"\n||S = A.\n', "cannot import itself"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_model_is_refused(name, tmp_path):
    text, words = WRONG[name]
    refused(quidpro("check", model(tmp_path, text)), words)


@pytest.mark.parametrize("command", ["check", "info"])
def test_missing_file_and_directory(command, tmp_path):
    refused(quidpro(command, tmp_path / "none.lts"), "there is no file")
    refused(quidpro(command, tmp_path), "is a directory")
    refused(quidpro(command, "/dev/null"), "not a regular file")
    refused(quidpro(command, "x" * 300 + ".lts"), "error:")


def test_unreadable_file(tmp_path, monkeypatch):
    path = model(tmp_path, "P = (a -> P).\n")

    def denied(_self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.read_bytes", denied)
    refused(quidpro("check", path), "cannot be read: Permission denied")


def test_unknown_language(tmp_path):
    refused(quidpro("check", model(tmp_path, "x", "model.xyz")), "'.xyz'", ".lts")


def test_imported_link_may_not_escape(tmp_path):
    (tmp_path / "inside").mkdir()
    outside = model(tmp_path, "des (0, 1, 1)\n(0, a, 0)\n", "a.aut")
    (tmp_path / "inside" / "a.aut").symlink_to(outside)
    path = model(tmp_path / "inside", 'import A = "a.aut"\n||S = A.\n')
    refused(quidpro("check", path), "outside the folder")


def test_latin_1_in_a_comment_is_read(tmp_path):
    path = model(tmp_path, "// Prüfung der Größe\nP = (a -> P).\n".encode("latin-1"))
    assert quidpro("check", path).code == 0


def test_a_million_character_label_is_just_a_label(tmp_path):
    run = quidpro("check", model(tmp_path, "P = (" + "a" * 1_000_000 + " -> STOP).\n"), "--deadlock")
    assert run.code == 1
    assert len(run.stdout) < 5000


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("empty.aut", ""),
        ("header.aut", "des 0 1 1\n"),
        ("count.aut", "des (0, 2, 2)\n(0, a, 1)\n"),
        ("state.aut", "des (0, 1, 1)\n(0, a, 5)\n"),
        ("huge.aut", "des (0, 1, 99999999999)\n(0, a, 5)\n"),
        ("no.json", "{"),
        ("list.json", "[]"),
        ("object.json", "{}"),
        ("deep.json", "[" * 100_000),
        ("huge.json", '{"states": 1000000000000, "alphabet": [], "transitions": []}'),
        ("type.json", '{"states": "2", "alphabet": ["a"], "transitions": [[0, "a"]]}'),
    ],
)
def test_wrong_aut_and_json(name, text, tmp_path):
    refused(quidpro("check", model(tmp_path, text, name)), name)
