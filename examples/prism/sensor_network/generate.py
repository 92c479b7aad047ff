"""Writes the probabilistic sensor network and its specification.

``python generate.py SENSORS`` writes ``sn_SENSORS.prism`` and ``sn_SENSORS_spec.prism`` beside itself; without a
number, all models that are here.
"""

from __future__ import annotations

import sys
from pathlib import Path

_SYSTEM = """\
// {sensors} sending data and messages through a channel that may lose them to a processor that may crash.
// Written by generate.py.
mdp

// measures 0, has sent data 1, has found something 2, has sent data of it 3, these were accepted 4, has sent a message
// 5, is off 6
module Sensor1
  s1 : [0..6] init 0;
  [data1] s1=0 -> (s1'=1);
  [accept1] s1=1 -> (s1'=0);
  [refuse1] s1=1 -> (s1'=0);
  [detect1] s1=0 -> {found} : (s1'=2) + {missed} : true;
  [data1] s1=2 -> (s1'=3);
  [accept1] s1=3 -> (s1'=4);
  [refuse1] s1=3 -> (s1'=2);
  [message1] s1=4 -> (s1'=5);
  [accept1] s1=5 -> (s1'=6);
  [refuse1] s1=5 -> (s1'=4);
endmodule
"""

_CHANNEL = """
// A buffer of two, data 1 and messages 2, the older one in x; what is on its way to the processor (on), whether the
// processor is still busy with the last one, and what is to be answered to the sender: nothing 0, accepted 1, refused
// 2.
module Channel
  x : [0..2] init 0;
  y : [0..2] init 0;
  on : [0..2] init 0;
  busy : bool init false;
  answer : [0..2] init 0;
  sender : [1..{sensors}] init 1;
{commands}
  [transmit] x>0 & on=0 -> 0.8 : (on'=x) & (x'=y) & (y'=0) + 0.2 : (x'=y) & (y'=0);
  [deliver_data] on=1 & !busy -> (on'=0) & (busy'=true);
  [deliver_message] on=2 & !busy -> (on'=0) & (busy'=true);
  [process] busy -> (busy'=false);
endmodule

// Listens 0, has data 1, has a message 2, has crashed 3, has stopped after ten steps 4.
module Processor
  p : [0..4] init 0;
  steps : [0..9] init 0;
  [transmit] p=0 -> true;
  [deliver_data] p=0 -> 0.95 : (p'=1) + 0.05 : (p'=3) & (steps'=0);
  [deliver_message] p=0 -> 0.95 : (p'=2) + 0.05 : (p'=3) & (steps'=0);
  [process] (p=1 | p=2) & steps<9 -> (p'=0) & (steps'=steps+1);
  [process] (p=1 | p=2) & steps=9 -> (p'=4) & (steps'=0);
endmodule

label "crashed" = p=3;
"""

_COMMANDS = """
  [data{i}] answer=0 & x=0 -> (x'=1) & (answer'=1) & (sender'={i});
  [data{i}] answer=0 & x>0 & y=0 -> (y'=1) & (answer'=1) & (sender'={i});
  [data{i}] answer=0 & y>0 -> (answer'=2) & (sender'={i});
  [message{i}] answer=0 & x=0 -> (x'=2) & (answer'=1) & (sender'={i});
  [message{i}] answer=0 & x>0 & y=0 -> (y'=2) & (answer'=1) & (sender'={i});
  [message{i}] answer=0 & y>0 -> (answer'=2) & (sender'={i});
  [accept{i}] answer=1 & sender={i} -> (answer'=0);
  [refuse{i}] answer=2 & sender={i} -> (answer'=0);
"""

_ACTIONS = ("data", "message", "accept", "refuse", "detect")

_SPECIFICATION = """\
// What the network of {sensors} may do: one item in five is lost, one delivery in twenty crashes the processor, and a
// sensor sends a message when it has found something, and no data after that.
// Written by generate.py.
mdp

module Specification
  on : bool init false;
  p : [0..2] init 0;
{modes}
  [transmit] !on -> 0.8 : (on'=true) + 0.2 : true;
  [deliver_data] on & p=0 -> 0.95 : (on'=false) & (p'=1) + 0.05 : (on'=false) & (p'=2);
  [deliver_message] on & p=0 -> 0.95 : (on'=false) & (p'=1) + 0.05 : (on'=false) & (p'=2);
  [process] p=1 -> (p'=0);
{allowed}endmodule
"""

_ALLOWED = """
  [data{i}] m{i}<2 -> true;
  [detect{i}] m{i}=0 -> 0.9 : (m{i}'=1) + 0.1 : true;
  [message{i}] m{i}>0 -> (m{i}'=2);
"""


def sensor_network(sensors: int, missed: str = "0.1", found: str = "0.9") -> str:
    """The sensors, the channel and the processor."""
    commands = "".join(_COMMANDS.format(i=i) for i in range(1, sensors + 1))
    text = _SYSTEM.format(sensors=_counted(sensors), missed=missed, found=found)
    text += "".join(_renamed(i) for i in range(2, sensors + 1))
    return text + _CHANNEL.format(sensors=sensors, commands=commands)


def specification(sensors: int) -> str:
    """What is on its way, how the processor is, and how far each sensor has come."""
    modes = "".join(f"  m{i} : [0..2] init 0;\n" for i in range(1, sensors + 1))
    allowed = "".join(_ALLOWED.format(i=i) for i in range(1, sensors + 1))
    return _SPECIFICATION.format(sensors=_counted(sensors).lower(), modes=modes, allowed=allowed)


def _counted(sensors: int) -> str:
    return "One sensor" if sensors == 1 else f"{sensors} sensors"


def _renamed(i: int) -> str:
    names = ", ".join(f"{name}1={name}{i}" for name in ("s", *_ACTIONS))
    return f"\nmodule Sensor{i} = Sensor1 [{names}] endmodule\n"


def files(sensors: int) -> dict[str, str]:
    """The model and the specification by the names of their files."""
    return {f"sn_{sensors}.prism": sensor_network(sensors), f"sn_{sensors}_spec.prism": specification(sensors)}


def all_files() -> dict[str, str]:
    """The sizes of the paper, two larger ones, and a sensor that misses more."""
    found = {"sn_1_faulty.prism": sensor_network(1, missed="0.2", found="0.8")}
    for sensors in range(1, 6):
        found |= files(sensors)
    return found


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    for name, text in (files(*numbers) if numbers else all_files()).items():
        Path(__file__).with_name(name).write_text(text, encoding="utf-8")
