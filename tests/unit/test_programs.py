"""Programs that work for this one."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from quidpro.core.budget import Budget
from quidpro.core.programs import Program, Unnamed, wait

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX has such limits")


def python(code: str, *files: Unnamed, **limits: float) -> Program:
    return Program([sys.executable, "-c", code], files, **limits)


def test_a_program_is_given_files_and_what_it_says_is_kept():
    file = Unnamed(b"something")
    program = python(f"print(open('{file.path}').read())", file)
    assert wait([program], Budget()) == [program]
    assert (program.code, program.said().strip()) == (0, "something")
    program.end()
    file.close()


def test_its_time_is_cpu_time():
    """A pause costs it nothing."""
    busy, idle = python("while True: pass", seconds=1), python("import time; time.sleep(1.5)", seconds=1)
    assert wait([busy], Budget()) == [busy]
    assert busy.code == -signal.SIGXCPU
    assert wait([idle], Budget()) == [idle]
    assert idle.code == 0
    for program in (busy, idle):
        program.end()


def test_the_end_comes_at_once():
    program, began = python("import time; time.sleep(60)"), time.monotonic()
    assert not program.ended()
    program.end()
    assert program.ended()
    assert time.monotonic() - began < 30
