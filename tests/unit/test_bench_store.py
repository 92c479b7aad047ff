"""The results file: what was written is there, whatever happens to the process or the disk."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import asdict
from pathlib import Path

import pytest

from quidpro.benchmarks.store import Store, key_of
from quidpro.benchmarks.work import Limits, Measured, Sizes
from quidpro.core.errors import UsageError

ONE = Measured("holds", certified=True, seconds=1.5, assumptions=(3, 4), premises=(10, 20), memory_mb=99.0)
TWO = Measured("unknown", reason="time ran out; äöü")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.jsonl"


def filled(path):
    with Store(path) as store:
        store.add("one", ONE)
        store.add("two", TWO)
    return path


def test_results_outlive_the_process(path):
    filled(path)
    with Store(path) as store:
        assert (store.get("one"), store.get("two")) == (ONE, TWO)
        assert "three" not in store
        store.add("three", Sizes(1, 2, 3, (4, 5)))
    with Store(path) as store:
        assert store.get("three") == Sizes(1, 2, 3, (4, 5))
        assert store.get("four") is None


def test_without_a_file_they_do_not():
    with Store(None) as store:
        store.add("one", ONE)
        assert store.get("one") == ONE


def test_a_later_result_of_the_same_run_counts(path):
    filled(path)
    with Store(path) as store:
        store.add("two", ONE)
    with Store(path) as store:
        assert store.get("two") == ONE


def test_fresh_starts_over(path):
    filled(path)
    with Store(path, fresh=True) as store:
        assert "one" not in store
    assert path.read_bytes() == b""


@pytest.mark.parametrize("left", [1, 10, 60])
def test_a_torn_last_line_is_dropped_with_a_note(path, left):
    whole = filled(path).read_bytes()
    first = whole.index(b"\n") + 1
    path.write_bytes(whole[: first + left])
    notes = []
    with Store(path, note=notes.append) as store:
        assert "one" in store
        assert "two" not in store
        store.add("two", TWO)
    assert len(notes) == 1
    assert "cut off" in notes[0]
    assert path.read_bytes() == whole


def test_a_line_without_its_end_is_torn_too(path):
    whole = filled(path).read_bytes()
    path.write_bytes(whole[:-1])
    with Store(path) as store:
        assert "two" not in store


@pytest.mark.parametrize(
    "line", ["{", "[]", "{}", '{"key": "k", "result": {"outcomes": 1}}', '{"key": 1, "result": []}', ""]
)
def test_what_is_no_result_is_refused(path, line):
    text = filled(path).read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([text[0], line, text[1], ""]), encoding="utf-8")
    with pytest.raises(UsageError, match=r"line 2 is no result of quidpro bench.*--fresh"):
        Store(path)


def test_a_full_disk_is_said_and_nothing_half_written(path, monkeypatch):
    before = filled(path).read_bytes()

    def full(_descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with Store(path) as store:
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            with pytest.raises(
                UsageError, match=r"cannot write .*No space left on device; the 2 results before it are kept"
            ):
                store.add("three", ONE)
        assert "three" not in store
        assert path.read_bytes() == before
        store.add("three", ONE)
    assert [json.loads(line)["key"] for line in path.read_text(encoding="utf-8").splitlines()] == [
        "one",
        "two",
        "three",
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_device_that_is_full():
    with Store(Path("/dev/full")) as store, pytest.raises(UsageError, match="No space left on device"):
        store.add("one", ONE)


def test_two_benches_do_not_share_a_file(path):
    with Store(path), pytest.raises(UsageError, match="another quidpro bench is writing"):
        Store(path)
    with Store(path):
        pass


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(UsageError, match="cannot open"):
        Store(tmp_path)


SMALL, LARGE = Limits(60, 2000), Limits(600, 2000)


def test_what_ran_out_of_smaller_limits_is_measured_again(path):
    with Store(path, SMALL) as store:
        store.add("one", ONE)
        store.add("two", TWO)
        store.add("sizes", Sizes())
    with Store(path, LARGE) as store:
        assert store.get("one") == ONE
        assert "two" not in store
        assert "sizes" not in store
        store.add("two", TWO)
    with Store(path, SMALL) as store:
        assert store.get("two") == TWO
    with Store(path, Limits(600, 4000)) as store:
        assert "two" not in store


def test_results_of_another_machine_do_not_count(path):
    with Store(path, SMALL, machine="Z80, 1 core; CP/M") as store:
        store.add("one", ONE)
    notes = []
    with Store(path, SMALL, machine="EPYC, 2 cores; Linux", note=notes.append) as store:
        assert "one" not in store
    assert notes == [f"{path}: left out 1 result of another machine"]
    with Store(path, SMALL, machine="Z80, 1 core; MSX-DOS") as store:
        assert store.get("one") == ONE


def test_files_of_earlier_versions_are_read(path):
    """They had the limits in the key, and did not name the machine."""
    key, _ = key_of({"method": "agar"})
    old = [({"method": "agar", "seconds": 60.0, "megabytes": 2000.0}, TWO)]
    path.write_text("".join(json.dumps({"key": json.dumps(k), "result": asdict(r)}) + "\n" for k, r in old))
    with Store(path, SMALL, machine="EPYC, 2 cores; Linux") as store:
        assert store.get(key) == TWO
    with Store(path, LARGE, machine="EPYC, 2 cores; Linux") as store:
        assert key not in store
