"""Small case studies for the tests of ``quidpro bench``, and one that never ends."""

from __future__ import annotations

from pathlib import Path

MODEL = """
const N = 2
range Clients = 1..N
CLIENT = (request -> grant -> cancel -> CLIENT).
SERVER = (c[i:Clients].request -> c[i].grant -> c[i].cancel -> SERVER).
FORGETFUL = (c[i:Clients].request -> c[i].grant -> FORGETFUL | c[Clients].cancel -> FORGETFUL).
property MUTEX = (c[i:Clients].grant -> c[i].cancel -> MUTEX).
||CLIENTS = (c[Clients]:CLIENT).
||BROKEN = (CLIENTS || FORGETFUL || MUTEX).
||SYSTEM = (CLIENTS || SERVER || MUTEX).
"""
ENDLESS = """
const N = 12
PHIL = (sit -> right.get -> left.get -> eat -> left.put -> right.put -> arise -> PHIL).
FORK = (get -> put -> FORK).
||TABLE = forall [i:0..N-1] (phil[i]:PHIL || {phil[i].left, phil[((i-1)+N)%N].right}::FORK).
"""
CASES = """
[[case]]
id = "client-server"
title = "Client-Server"
file = "server.lts"
parameter = "N"
[[case.row]]
table = "acr"
k = 2
system = "SYSTEM"
property = "MUTEX"
split = "CLIENTS | SERVER"
published.m1 = 9
published.m2 = 6
published.learning = { a = "1", premise1 = "4", premise2 = "5", time = "8" }
[[case.large]]
k = 5
system = "SYSTEM"
property = "MUTEX"
[[case.series]]
kind = "deadlock"
system = "SYSTEM"
sizes = [3, 2]
[[case.series]]
kind = "progress"
system = "SYSTEM"
sizes = [2]
[[case.fault]]
k = 2
system = "BROKEN"
property = "MUTEX"

[[case]]
id = "philosophers"
title = "Philosophers"
file = "endless.lts"
parameter = "N"
[[case.row]]
table = "agar-1"
k = 12
[[case.series]]
kind = "deadlock"
sizes = [2]
expected = "violated"
"""


def write_models(folder: Path) -> Path:
    """The models and their ``cases.toml`` in a new folder."""
    folder.mkdir()
    for name, text in (("server.lts", MODEL), ("endless.lts", ENDLESS), ("cases.toml", CASES)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder
