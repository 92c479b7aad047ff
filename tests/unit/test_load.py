"""Loading by suffix, and the refusals of files that are no models."""

from __future__ import annotations

import json

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.frontend import files
from quidpro.frontend.load import load

AUT = 'des (0, 1, 1)\n(0, "a", 0)\n'
PART = {"alphabet": ["a", "b"], "states": 2, "transitions": [[0, "a", 1], [1, "b", 0]]}


def test_an_aut_file_is_a_model_of_one_process(tmp_path):
    (tmp_path / "buffer.aut").write_text(AUT)
    model = load(tmp_path / "buffer.aut")
    assert [(e.name, e.kind) for e in model.entries()] == [("buffer", "process")]
    assert model.default_system() == "buffer"
    assert model.lts("buffer", Budget()).alphabet == ("a",)
    assert [c.name for c in model.system("buffer", Budget()).components] == ["buffer"]
    assert model.warnings == ()


def test_a_json_system_is_a_model(tmp_path):
    system = {
        "components": [{"name": "A", **PART}, {"name": "B", **PART}],
        "properties": [{"name": "P", **PART}],
    }
    (tmp_path / "pair.json").write_text(json.dumps(system))
    model = load(str(tmp_path / "pair.json"))
    assert [e.kind for e in model.entries()] == ["process", "process", "property", "composite"]
    assert len(model.system("pair", Budget()).components) == 3
    assert model.system("A", Budget()).components[0].name == "A"
    assert model.property("P", Budget()).is_property
    assert model.lts("pair", Budget()).states == 2
    with pytest.raises(UsageError, match="not a property"):
        model.property("A", Budget())
    with pytest.raises(UsageError, match="it has A, B, P, pair"):
        model.lts("C", Budget())


def test_a_json_lts_is_named_after_its_file(tmp_path):
    (tmp_path / "x.json").write_text(json.dumps({"name": "OTHER", **PART}))
    assert load(tmp_path / "x.json").lts("x", Budget()).name == "x"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.aut", b"", "is empty"),
        ("blank.lts", b" \n\n", "is empty"),
        ("junk.aut", b"\xff\xfe\x00\x01", "not UTF-8"),
        ("zero.json", b"a\0b", "zero bytes"),
        ("model.txt", b"hello", "suffix '.txt'"),
        ("model", b"hello", "suffix ''"),
        ("folder.aut", None, "is a directory"),
        ("missing.aut", ..., "there is no file"),
        ("a\0b.aut", ..., "b.aut"),
    ],
)
def test_refuses(tmp_path, name, content, message):
    path = tmp_path / name
    if content is None:
        path.mkdir()
    elif content is not ...:
        path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        load(path)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_machine(tmp_path, end):
    (tmp_path / "two.lts").write_bytes(f"// one{end}P = (a -> P).{end}// two{end}Q = (b -> Q).{end}".encode())
    assert load(tmp_path / "two.lts").components == ("P", "Q")


def test_utf_16_is_told_apart_from_what_is_no_text(tmp_path):
    (tmp_path / "wide.lts").write_bytes("P = (a -> P).".encode("utf-16"))
    with pytest.raises(InputError) as refused:
        load(tmp_path / "wide.lts")
    assert refused.value.diagnostics[0].hint == "save it as UTF-8 if it is UTF-16"


def test_refuses_large_files_unread(tmp_path, monkeypatch):
    (tmp_path / "big.aut").write_text(AUT)
    monkeypatch.setattr(files, "MAX_BYTES", 5)
    with pytest.raises(InputError, match="the limit is"):
        load(tmp_path / "big.aut")


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    (tmp_path / "bom.aut").write_text(AUT, encoding="utf-8-sig")
    assert load(tmp_path / "bom.aut").lts("bom", Budget()).transitions == 1
