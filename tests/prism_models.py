"""Small PRISM models for tests."""

CHANNEL = """\
mdp
// a source, a channel that loses, a sink that crashes
const double loss = 0.1;
const double crash;
formula idle = k=0;
module Source
  s : [0..2] init 0;
  [input] s=0 -> (s'=1);
  [send] s=1 -> (s'=2);
  [ack] s=2 -> (s'=0);
endmodule
module Channel
  c : [0..2] init 0;
  [send] c=0 -> 1-loss : (c'=1) + loss : (c'=2);
  [output] c=1 -> (c'=0);
  [lost] c=2 -> (c'=0);
endmodule
module Sink
  k : [0..2] init 0;
  [send] idle -> 1-crash : (k'=1) + crash : (k'=2);
  [output] k=1 -> (k'=0);
  [ack] idle -> true;
  [lost] true -> (k'=0);
endmodule
module Order
  o : [0..2] init 0;
  [input] o=0 -> (o'=1);
  [send] o=1 -> 0.95 : (o'=2) + 0.05 : (o'=0);
  [output] o=2 -> (o'=0);
endmodule
label "crashed" = k=2;
label "silent" = c=2 | k=2;
label "both" = c=2 & k=2;
"""
"""Source, Channel and Sink are not simulated by Order, which loses less often."""

RELIABLE = """\
mdp
module Source
  s : [0..2] init 0;
  [input] s=0 -> (s'=1);
  [send] s=1 -> (s'=2);
  [ack] s=2 -> (s'=0);
endmodule
module Channel
  c : [0..2] init 0;
  [send] c=0 -> (c'=1);
  [output] c=1 -> 1/10 : true + 9/10 : (c'=2);
  [ack] c=2 -> (c'=0);
endmodule
module Order
  o : [0..1] init 0;
  [input] o=0 -> (o'=1);
  [output] o=1 -> 0.1 : true + 0.9 : (o'=0);
endmodule
label "out" = c=2;
"""
"""Source and Channel are simulated by Order; an assumption is found after one refinement."""


def prism(*modules, head="mdp\n"):
    return head + "\n".join(modules)


def module(name, *lines):
    return "\n".join([f"module {name}", *lines, "endmodule"])
