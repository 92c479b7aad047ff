"""Writes the probabilistic client-server models and their specifications.

``python generate.py CLIENTS FAILING`` writes ``cs_CLIENTS_FAILING.prism`` and ``cs_CLIENTS_FAILING_spec.prism`` beside
itself; without numbers, all models that are here. In the paper's CS_1(N) one client of N may fail, in its CS_N(N) all
of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

_SYSTEM = """\
// {clients} clients share one resource, which a server hands out; {who} may fail.
// Written by generate.py.
mdp

// idle 0, pending 1 (who is to be granted the resource), serving 2 (who has it), denying 3 (who has it, other is
// denied it)
module Server
  s : [0..3] init 0;
  who : [0..{clients}] init 0;
  other : [0..{clients}] init 0;
{server}endmodule
"""

_SERVED = """
  [request{i}] s=0 -> (s'=1) & (who'={i});
  [grant{i}] s=1 & who={i} -> (s'=2);
  [request{i}] s=2 -> (s'=3) & (other'={i});
  [deny{i}] s=3 & other={i} -> (s'=2) & (other'=0);
  [cancel{i}] s=2 & who={i} -> (s'=0) & (who'=0);
  [cancel{i}] s=0 | ((s=1 | s=2) & who!={i}) -> true;
"""

_NORMAL = """
// idle 0, waiting 1, using 2
module Client{i}
  c{i} : [0..2] init 0;
  [request{i}] c{i}=0 -> (c{i}'=1);
  [grant{i}] c{i}=1 -> (c{i}'=2);
  [deny{i}] c{i}=1 -> (c{i}'=0);
  [use{i}] c{i}=2 -> true;
  [cancel{i}] c{i}=2 -> (c{i}'=0);
endmodule
"""

_FAILING = """
// idle 0, waiting 1, using 2; undecided 3, and bad 4: it cancels what it never had, and then waits as if it had asked
module Client{i}
  c{i} : [0..4] init 3;
  [decide{i}] c{i}=3 -> {good} : (c{i}'=0) + {bad} : (c{i}'=4);
  [cancel{i}] c{i}=4 -> (c{i}'=1);
  [request{i}] c{i}=0 -> (c{i}'=1);
  [grant{i}] c{i}=1 -> (c{i}'=2);
  [deny{i}] c{i}=1 -> (c{i}'=0);
  [use{i}] c{i}=2 -> true;
  [cancel{i}] c{i}=2 -> (c{i}'=0);
endmodule
"""

_LABELS = """\
label "bad{i}" = c{i}=4;
label "idle{i}" = c{i}=0;
"""

_ACTIONS = ("request", "grant", "deny", "use", "cancel")

_SPECIFICATION = """\
// What the {clients} clients and the server do, requests and denials left out; {who} may fail.
// Written by generate.py.
mdp

// Who has the resource (nobody 0), and what is known of each client that may fail: undecided 0, good 1, bad 2.
module Specification
  holder : [0..{clients}] init 0;
{modes}
{allowed}endmodule
"""


def client_server(clients: int, failing: int, bad: str = "0.1", good: str = "0.9") -> str:
    """The server and the clients; the first ones may fail."""
    server = "".join(_SERVED.format(i=i) for i in range(1, clients + 1))
    text = _SYSTEM.format(clients=clients, who=_who(clients, failing), server=server)
    for numbers, template in ((range(1, failing + 1), _FAILING), (range(failing + 1, clients + 1), _NORMAL)):
        for i in numbers:
            own = i == numbers[0]
            text += template.format(i=i, good=good, bad=bad) if own else _renamed(i, numbers[0], template is _FAILING)
    return text + "\n" + "".join(_LABELS.format(i=i) for i in range(1, failing + 1))


def specification(clients: int, failing: int) -> str:
    """Only a good client is granted the resource, and only while nobody has it."""
    modes = "".join(f"  m{i} : [0..2] init 0;\n" for i in range(1, failing + 1))
    allowed = "\n".join(_allowed(i, may_fail=i <= failing) for i in range(1, clients + 1))
    return _SPECIFICATION.format(clients=clients, who=_who(clients, failing), modes=modes, allowed=allowed)


def _who(clients: int, failing: int) -> str:
    return "all of them" if failing == clients else f"the first {failing}" if failing > 1 else "the first"


def _renamed(i: int, like: int, may_fail: bool) -> str:
    actions = (*(("decide",) if may_fail else ()), *_ACTIONS)
    names = ", ".join(f"{name}{like}={name}{i}" for name in ("c", *actions))
    return f"\nmodule Client{i} = Client{like} [{names}] endmodule\n"


def _allowed(i: int, *, may_fail: bool) -> str:
    """What the specification lets client i do."""
    lines = []
    if may_fail:
        lines.append(f"[decide{i}] m{i}=0 -> 0.9 : (m{i}'=1) + 0.1 : (m{i}'=2);")
    lines.append(f"[grant{i}] holder=0{f' & m{i}=1' if may_fail else ''} -> (holder'={i});")
    lines.append(f"[use{i}] holder={i} -> true;")
    lines.append(f"[cancel{i}] holder={i} -> (holder'=0);")
    if may_fail:
        lines.append(f"[cancel{i}] holder!={i} & m{i}=2 -> true;")
    return "".join(f"  {line}\n" for line in lines)


def files(clients: int, failing: int) -> dict[str, str]:
    """The model and the specification by the names of their files."""
    name = f"cs_{clients}_{failing}"
    return {f"{name}.prism": client_server(clients, failing), f"{name}_spec.prism": specification(clients, failing)}


def all_files() -> dict[str, str]:
    """The sizes of the paper, and a model in which a client goes bad twice as often."""
    found = {"cs_2_2_faulty.prism": client_server(2, 2, bad="0.2", good="0.8")}
    for size in ((5, 1), (6, 1), (7, 1), (2, 2), (3, 3), (4, 4)):
        found |= files(*size)
    return found


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    for name, text in (files(*numbers) if numbers else all_files()).items():
        Path(__file__).with_name(name).write_text(text, encoding="utf-8")
