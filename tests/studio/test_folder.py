"""Only models of the folder are read and written, whole, and never over what nobody has seen."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from quidpro.core.errors import InputError, UsageError
from quidpro.studio.folder import Changed, Folder, Forbidden, stamp

TEXT = "P = (a -> P).\n"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    root = tmp_path / "root"
    (root / "sub").mkdir(parents=True)
    (root / "model.lts").write_text(TEXT)
    (root / "sub" / "other.smv").write_text("MODULE main\n")
    (root / "notes.txt").write_text("secret")
    (tmp_path / "outside.lts").write_text(TEXT)
    return Folder.at(root)


def test_a_file_is_read_with_its_stamp(folder):
    assert folder.read("model.lts") == {"path": "model.lts", "text": TEXT, "stamp": stamp(TEXT)}
    assert folder.read("sub/../model.lts")["path"] == "model.lts"


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../outside.lts",
        "sub/../../outside.lts",
        "/etc/passwd",
        "/outside.lts",
        "a\0.lts",
        "~/x.lts/../../../x.lts",
        "x" * 2000,
        "x" * 300 + ".lts",
    ],
)
def test_what_is_outside_is_refused(folder, name):
    with pytest.raises(Forbidden):
        folder.read(name)
    with pytest.raises(Forbidden):
        folder.save(name, TEXT, None)


def test_an_absolute_name_outside_is_refused(folder):
    with pytest.raises(Forbidden):
        folder.read(str(folder.root.parent / "outside.lts"))


def test_a_link_that_leaves_is_refused_and_one_that_stays_is_followed(folder):
    (folder.root / "leaves.lts").symlink_to(folder.root.parent / "outside.lts")
    (folder.root / "away").symlink_to(folder.root.parent)
    (folder.root / "stays.lts").symlink_to(folder.root / "model.lts")
    (folder.root / "round.lts").symlink_to(folder.root / "round.lts")
    for name in ("leaves.lts", "away/outside.lts"):
        with pytest.raises(Forbidden):
            folder.read(name)
        with pytest.raises(Forbidden):
            folder.save(name, TEXT, stamp(TEXT))
    with pytest.raises((UsageError, InputError)):
        folder.read("round.lts")
    assert folder.read("stays.lts")["path"] == "model.lts"


@pytest.mark.parametrize("name", ["notes.txt", "sub", "new.py", "model.lts.sh", ".bashrc"])
def test_only_models_are_touched(folder, name):
    with pytest.raises(Forbidden):
        folder.read(name)
    with pytest.raises(Forbidden):
        folder.save(name, TEXT, None)


def test_what_is_no_file_is_not_read(folder):
    os.mkfifo(folder.root / "pipe.lts")
    with pytest.raises(InputError, match="not a regular file"):
        folder.read("pipe.lts")


def test_saving_replaces_what_was_seen(folder):
    seen = folder.read("model.lts")["stamp"]
    saved = folder.save("model.lts", "Q = (b -> Q).\n", seen)
    assert (folder.root / "model.lts").read_text() == "Q = (b -> Q).\n"
    assert folder.read("model.lts")["stamp"] == saved["stamp"]
    assert [path.name for path in folder.root.iterdir() if path.name.startswith(".")] == []


def test_what_changed_meanwhile_is_not_overwritten(folder):
    seen = folder.read("model.lts")["stamp"]
    (folder.root / "model.lts").write_text("R = (c -> R).\n")
    with pytest.raises(Changed, match="changed on disk"):
        folder.save("model.lts", "Q = (b -> Q).\n", seen)
    with pytest.raises(Changed):
        folder.save("model.lts", "Q = (b -> Q).\n", None)
    (folder.root / "model.lts").unlink()
    with pytest.raises(Changed, match="no longer there"):
        folder.save("model.lts", "Q = (b -> Q).\n", seen)


def test_a_new_file_is_made(folder):
    folder.save("sub/new.fsp", TEXT, None)
    assert (folder.root / "sub" / "new.fsp").read_text() == TEXT
    with pytest.raises(UsageError, match="there is no folder"):
        folder.save("none/new.fsp", TEXT, None)


def test_the_list_has_models_only_and_stays_inside(folder):
    (folder.root / "data.json").write_text("{}")
    (folder.root / "m.lpts.json").write_text("{}")
    (folder.root / ".hidden.lts").write_text(TEXT)
    (folder.root / "away").symlink_to(folder.root.parent)
    assert folder.models() == ["m.lpts.json", "model.lts", "sub/other.smv"]


@pytest.mark.skipif(sys.platform != "linux", reason="names are texts elsewhere")
def test_a_name_that_is_no_text_is_not_listed(folder):
    before = folder.models()
    Path(os.fsdecode(os.fsencode(folder.root) + b"/\xff.lts")).write_text(TEXT)
    assert folder.models() == before


def test_the_list_is_limited(folder):
    for number in range(600):
        (folder.root / f"m{number}.lts").write_text(TEXT)
    assert len(folder.models()) == 500


def test_a_folder_must_be_one(tmp_path):
    with pytest.raises(UsageError, match="not a folder"):
        Folder.at(tmp_path / "none")
