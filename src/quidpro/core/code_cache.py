"""Where compiled code is kept from one run to the next.

The first of these folders that is there, or can be made, and is the user's own: the one that ``NUMBA_CACHE_DIR`` names,
one in the user's folder for caches, one in the folder for temporary files. Native code is loaded from there, so no
other user may be able to write to it. Code that was compiled from other sources is in another subfolder.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_INDEX = "*.nbi"
"""What numba calls the files that list the versions of a kernel."""
_notes: list[str] = []


def notes() -> tuple[str, ...]:
    """What a user should know about it, once there was code to keep."""
    return tuple(_notes)


def note(text: str) -> None:
    """Take note of something, once."""
    if text not in _notes:
        _notes.append(text)


@cache
def folder() -> Path | None:
    """Where to keep compiled code; None, and a note, where there is no folder for it."""
    found, reasons = _search()
    if found is None:
        note(
            f"compiled code is not kept, every run compiles it again ({reasons}); NUMBA_CACHE_DIR names a folder for it"
        )
    return found


def is_empty() -> bool:
    """Whether none of the code has been compiled and kept, as far as is known before it is needed."""
    found, _ = _search()
    return found is None or next(found.rglob(_INDEX), None) is None


def _search() -> tuple[Path | None, str]:
    """The first folder that will do, or why none does."""
    wrong = []
    for candidate, private in _candidates():
        try:
            return _make_folder(candidate, private), ""
        except OSError as error:
            wrong.append(f"{error.filename or candidate}: {error.strerror or error}")
    return None, "; ".join(wrong)


def _candidates() -> Iterator[tuple[Path, bool]]:
    """Folders, and whether to insist that they are private: what the user names, the user vouches for."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        yield Path(named).absolute(), False
    home = _user_caches()
    if home is not None:
        yield home / "quidpro", True
    with contextlib.suppress(FileNotFoundError):  # nothing can be written anywhere
        yield Path(tempfile.gettempdir()) / f"quidpro-{_user()}", True


def _user_caches() -> Path | None:
    """The user's folder for caches, by the customs of the system; None where there is no home."""
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"])
    if Path(os.environ.get("XDG_CACHE_HOME", "")).is_absolute():
        return Path(os.environ["XDG_CACHE_HOME"])
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / "Library" / "Caches" if sys.platform == "darwin" else home / ".cache"


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def _digest() -> str:
    """Of all that is compiled: numba looks at one file at a time, and misses what a kernel calls elsewhere."""
    found = hashlib.sha256()
    for path in sorted(_PACKAGE.glob("*/kernels/*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _make_folder(candidate: Path, private: bool) -> Path:
    """The subfolder for what these sources compile to; OSError when it cannot be written to, or is not private."""
    candidate.parent.mkdir(parents=True, exist_ok=True)
    inner = candidate / _digest()
    for path in (candidate, inner):
        path.mkdir(mode=0o700, exist_ok=True)
        if private:
            _reject_shared(path)
    with tempfile.TemporaryFile(dir=inner):
        return inner


def _reject_shared(path: Path) -> None:
    """Refuse a folder that is another user's, or that others may write to."""
    if not hasattr(os, "getuid"):
        return
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o022:
        raise PermissionError(errno.EPERM, "others could put code there", str(path))
