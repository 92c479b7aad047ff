"""Compiled code is kept where only the user can write, or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from quidpro.core import code_cache

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No folder chosen yet, an empty home, and an empty folder for temporary files."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    monkeypatch.setattr(code_cache, "_notes", [])
    (tmp_path / "tmp").mkdir()
    code_cache.folder.cache_clear()
    yield
    code_cache.folder.cache_clear()


def blocked(path: Path) -> None:
    """No folder can be made here, not even by root."""
    path.write_text("")


def test_in_the_home_of_the_user(tmp_path: Path) -> None:
    found = code_cache.folder()
    assert found is not None
    assert found.parent == tmp_path / "home" / ".cache" / "quidpro"
    assert found.stat().st_mode & 0o777 == 0o700


def test_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert code_cache._user_caches() == tmp_path / "xdg"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "asked"))
    found = code_cache.folder()
    assert found is not None
    assert found.parent == tmp_path / "asked"


def test_without_a_home_among_the_temporary_files(tmp_path: Path) -> None:
    blocked(tmp_path / "home")
    found = code_cache.folder()
    assert found is not None
    assert found.parent == tmp_path / "tmp" / f"quidpro-{os.getuid()}"
    assert code_cache.notes() == ()


def test_it_is_empty_until_something_is_kept() -> None:
    assert code_cache.is_empty()
    found = code_cache.folder()
    assert found is not None
    (found / "kernels_0").mkdir()
    assert code_cache.is_empty()
    (found / "kernels_0" / "fixpoint.remove-1.py311.nbi").write_text("")
    assert not code_cache.is_empty()


def test_it_is_empty_where_nothing_can_be_kept(tmp_path: Path) -> None:
    blocked(tmp_path / "home")
    blocked(tmp_path / "tmp" / f"quidpro-{os.getuid()}")
    assert code_cache.is_empty()
    assert code_cache.notes() == ()


def test_never_where_others_can_write(tmp_path: Path) -> None:
    blocked(tmp_path / "home")
    trap = tmp_path / "tmp" / f"quidpro-{os.getuid()}"
    trap.mkdir()
    trap.chmod(0o777)
    assert code_cache.folder() is None
    assert "others could put code there" in code_cache.notes()[0]


def test_never_behind_a_link(tmp_path: Path) -> None:
    blocked(tmp_path / "home")
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "tmp" / f"quidpro-{os.getuid()}").symlink_to(tmp_path / "elsewhere")
    assert code_cache.folder() is None


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give folders away")
def test_never_in_the_folder_of_another(tmp_path: Path) -> None:
    blocked(tmp_path / "home")
    trap = tmp_path / "tmp" / "quidpro-0"
    trap.mkdir(mode=0o700)
    os.chown(trap, 65534, 65534)
    assert code_cache.folder() is None


KERNEL = """
import numpy as np
from quidpro.core import code_cache
from quidpro.core.clock import CLOCK
told = []
with CLOCK.watched(told.append):
    from quidpro.lts.kernels.reach import breadth_first
    breadth_first(np.array([0, 1]), np.array([0], dtype=np.int32), 0)
print(len(told) // 2, code_cache.folder(), *code_cache.notes())
"""


def compiled(before: str = "", **environment: str) -> str:
    """How often a small kernel was compiled, where it is kept, and the notes."""
    command = [sys.executable, "-c", before + KERNEL]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_kept_is_compiled_once_even_when_it_was_damaged(tmp_path: Path) -> None:
    cache = {"NUMBA_CACHE_DIR": str(tmp_path)}
    assert compiled(**cache).startswith("1 ")
    assert compiled(**cache).startswith("0 ")
    for kept_file in tmp_path.rglob("*.nbi"):
        kept_file.write_bytes(b"damaged")
    damaged = compiled(**cache)
    assert damaged.startswith("1 ")
    assert "cannot be kept in" in damaged


NOBODY = 65534
AS_NOBODY = f"""
import os
from quidpro.core import compiling, words
compiling.helper(lambda x: x)(1)  # what numba and Python load may lie where nobody else can read
compiling.code_cache.folder.cache_clear()
os.setgroups([])
os.setgid({NOBODY})
os.setuid({NOBODY})
"""


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can become nobody")
@pytest.mark.parametrize("writable", [True, False])
def test_nobody_has_no_home_and_may_not_write_beside_the_sources(writable: bool) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as temporary:  # where nobody can get to
        os.chmod(temporary, 0o1777)
        folder = Path(temporary) / f"quidpro-{NOBODY}"
        if not writable:
            folder.mkdir(mode=0o700)  # root's
        told = compiled(AS_NOBODY, HOME="/nonexistent", TMPDIR=temporary, XDG_CACHE_HOME="", NUMBA_CACHE_DIR="")
    assert told.startswith(f"1 {folder}/" if writable else "1 None compiled code is not kept")
