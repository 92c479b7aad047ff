"""Writes the probabilistic model of the rover's arbiter and its specification.

``python generate.py USERS`` writes ``mer_USERS.prism`` and ``mer_USERS_spec.prism`` beside itself; without a number,
all models that are here.
"""

from __future__ import annotations

import sys
from pathlib import Path

_SYSTEM = """\
// {users} users of a rover ask an arbiter for communication and for driving, which exclude each other.
// Written by generate.py.
mdp

// Who communicates and who drives (nobody 0), and what is to be done next for user w: nothing 0, grant communication 1,
// grant driving 2, deny communication 3, deny driving 4, make user "stop" end its drive 5, grant communication by
// mistake, while somebody drives 6. Only user 1 is granted it so: its first two requests during a drive may go wrong.
module Arbiter
  c : [0..{users}] init 0;
  d : [0..{users}] init 0;
  next : [0..6] init 0;
  w : [0..{users}] init 0;
  stop : [0..{users}] init 0;
  draws : [0..2] init 0;
  [stopped] next=5 & d=0 -> (next'=1) & (stop'=0);
{commands}endmodule
"""

_COMMANDS = """
  [ask_comm{i}] next=0 & c>0 -> (next'=3) & (w'={i});
  [ask_comm{i}] next=0 & c=0 & d=0 -> (next'=1) & (w'={i});
  [ask_comm{i}] next=0 & c=0 & d>0{limit} -> (next'=5) & (w'={i}) & (stop'=d);
{mistaken}\
  [grant_comm{i}] next=1 & w={i} & d=0 -> (c'={i}) & (next'=0) & (w'=0);
  [deny_comm{i}] next=3 & w={i} -> (next'=0) & (w'=0);
  [cancel_comm{i}] c={i} -> (c'=0);
  [ask_drive{i}] next=0 & c=0 & d=0 -> (next'=2) & (w'={i});
  [ask_drive{i}] next=0 & (c>0 | d>0) -> (next'=4) & (w'={i});
  [grant_drive{i}] next=2 & w={i} -> (d'={i}) & (next'=0) & (w'=0);
  [deny_drive{i}] next=4 & w={i} -> (next'=0) & (w'=0);
  [cancel_drive{i}] d={i} -> (d'=0);
  [rescind{i}] next=5 & stop={i} & d={i} -> (next'=1) & (stop'=0);
"""

_MISTAKEN = """\
  [ask_comm1] next=0 & c=0 & d>0 & draws<2 ->
    {right} : (next'=5) & (w'=1) & (stop'=d) & (draws'=draws+1) + {wrong} : (next'=6) & (w'=1) & (draws'=draws+1);
  [mistake1] next=6 -> (c'=1) & (next'=0) & (w'=0);
"""

_KEY = """
// Users: idle 0, has chosen communication 1 or driving 2, is ready to ask for it 3, 4, waits 5, 6, is granted it 7, 8,
// uses it until it cancels 9, 10, is told to stop driving 11. Who is denied something, or told to stop, asks again; who
// is granted something may forget it without a word. The arbiter takes it for the holder until it asks for the same
// thing again and cancels that; then the arbiter's answer finds nobody, and no other request is heard.
"""

_USER = """\
module User{i}
  u{i} : [0..11] init 0;
  [choose{i}] u{i}=0 -> (u{i}'=1);
  [choose{i}] u{i}=0 -> (u{i}'=2);
  [prepare{i}] u{i}=1 | u{i}=2 -> (u{i}'=u{i}+2);
  [ask_comm{i}] u{i}=3 -> (u{i}'=5);
  [ask_drive{i}] u{i}=4 -> (u{i}'=6);
  [grant_comm{i}] u{i}=5 -> (u{i}'=7);
  [grant_drive{i}] u{i}=6 -> (u{i}'=8);
{mistake}  [deny_comm{i}] u{i}=5 -> (u{i}'=3);
  [deny_drive{i}] u{i}=6 -> (u{i}'=4);
  [settle{i}] u{i}=7 | u{i}=8 -> 0.9 : (u{i}'=u{i}+2) + 0.1 : (u{i}'=0);
  [comm{i}] u{i}=9 -> true;
  [drive{i}] u{i}=10 -> true;
  [cancel_comm{i}] u{i}=5 | u{i}=9 -> (u{i}'=0);
  [cancel_drive{i}] u{i}=6 | u{i}=10 -> (u{i}'=0);
  [rescind{i}] u{i}=8 -> (u{i}'=11);
  [cancel_drive{i}] u{i}=11 -> (u{i}'=4);
endmodule
"""

_TAKEN = "  [mistake1] u1=5 -> (u1'=7);\n"

_ACTIONS = (
    "choose", "prepare", "ask_comm", "ask_drive", "grant_comm", "grant_drive", "deny_comm", "deny_drive", "settle",
    "comm", "drive", "cancel_comm", "cancel_drive", "rescind",
)  # fmt: skip

_LABELS = """
label "clash" = c>0 & d>0;
"""

_SPECIFICATION = """\
// One of the {users} users has communication at a time; the arbiter grants it by mistake only after a draw with
// probability 0.2, of which up to two may be left over; users 1 and 2 communicate only while they have it.
// Written by generate.py.
mdp

module Specification
  holder : [0..{users}] init 0;
  drawn : [0..2] init 0;

  [ask_comm1] true -> true;
  [ask_comm1] drawn<2 -> 0.8 : true + 0.2 : (drawn'=drawn+1);
  [mistake1] holder=0 & drawn>0 -> (holder'=1) & (drawn'=drawn-1);
  [comm1] holder=1 -> true;
  [comm2] holder=2 -> true;

{allowed}endmodule
"""

_ALLOWED = """\
  [grant_comm{i}] holder=0 -> (holder'={i});
  [cancel_comm{i}] holder={i} -> (holder'=0);
"""


def mer(users: int, wrong: str = "0.2", right: str = "0.8") -> str:
    """The arbiter and its users; user 1, whose requests may be mistaken, can be granted what it asks in two ways."""
    commands = "".join(_commands(i, wrong, right) for i in range(1, users + 1))
    text = _SYSTEM.format(users=users, commands=commands)
    text += _KEY + _USER.format(i=1, mistake=_TAKEN) + "\n" + _USER.format(i=2, mistake="")
    return text + "".join(_renamed(i) for i in range(3, users + 1)) + _LABELS


def specification(users: int) -> str:
    """Who has communication, and how many draws of a mistake are left."""
    allowed = "\n".join(_ALLOWED.format(i=i) for i in range(1, users + 1))
    return _SPECIFICATION.format(users=users, allowed=allowed)


def _commands(i: int, wrong: str, right: str) -> str:
    if i > 1:
        return _COMMANDS.format(i=i, limit="", mistaken="")
    return _COMMANDS.format(i=i, limit=" & draws=2", mistaken=_MISTAKEN.format(wrong=wrong, right=right))


def _renamed(i: int) -> str:
    names = ", ".join(f"{name}2={name}{i}" for name in ("u", *_ACTIONS))
    return f"\nmodule User{i} = User2 [{names}] endmodule\n"


def files(users: int) -> dict[str, str]:
    """The model and the specification by the names of their files."""
    return {f"mer_{users}.prism": mer(users), f"mer_{users}_spec.prism": specification(users)}


def all_files() -> dict[str, str]:
    """The sizes of the paper, two larger ones, and an arbiter that is mistaken more often."""
    found = {"mer_3_faulty.prism": mer(3, wrong="0.3", right="0.7")}
    for users in range(3, 8):
        found |= files(users)
    return found


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    for name, text in (files(*numbers) if numbers else all_files()).items():
        Path(__file__).with_name(name).write_text(text, encoding="utf-8")
