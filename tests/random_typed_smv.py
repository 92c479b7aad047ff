"""Random small SMV models over every type: integers, words, enumerations, arrays; for engines against enumeration."""

from __future__ import annotations

import random

HEAD = """MODULE main
VAR
  n : 0..3; m : 0..3; w : word[3]; s : signed word[3]; b : boolean; c : boolean;
  e : {red, green, 3}; a : array 0..1 of 0..3; k : 0..1;
ASSIGN
  init(n) := 0; init(m) := 1; init(w) := 0ud3_5; init(s) := -0sd3_1; init(b) := FALSE; init(c) := TRUE;
  init(e) := red; init(a[0]) := 2; init(a[1]) := 3; init(k) := 0;
"""


class Expressions:
    """Expressions of every type, as text; the same for the same seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def integer(self, depth):
        pick = self.rng.choice
        if depth == 0 or self.rng.random() < 0.2:
            return pick(["n", "m", "toint(w)", "toint(s)", "-2", "3", "a[k]", "count(b, c)", "(b ? 1 : 2)"])
        left, right = self.integer(depth - 1), self.integer(depth - 1)
        return pick(
            [
                f"({left} {pick('+-*')} {right})",
                f"({left} mod {pick([2, 3, -2])})",
                f"({left} / {pick([2, -3])})",
                f"{pick(['max', 'min'])}({left}, {right})",
                f"abs({left})",
                f"case {self.boolean(depth - 1)} : {left}; TRUE : {right}; esac",
            ]
        )

    def word(self, depth, sign):
        pick = self.rng.choice
        if depth == 0 or self.rng.random() < 0.2:
            return pick(["w", "0ud3_5", "0b_011"]) if sign == "unsigned" else pick(["s", "-0sd3_2", "0sd3_3"])
        left, right = self.word(depth - 1, sign), self.word(depth - 1, sign)
        other = self.word(depth - 1, "signed" if sign == "unsigned" else "unsigned")
        return pick(
            [
                f"({left} {pick(['+', '-', '*', '&', '|', 'xor', 'xnor', '->'])} {right})",
                f"(!{left})",
                f"({left} {pick(['<<', '>>'])} {self.rng.randint(0, 3)})",
                f"({self.boolean(depth - 1)} ? {left} : {right})",
                f"{sign}({other})",
                f"{sign}(({left} :: {other})[4:2])",
                f"resize(extend({left}, 2), 3)",
            ]
        )

    def boolean(self, depth):
        pick = self.rng.choice
        if depth == 0 or self.rng.random() < 0.2:
            return pick(["b", "c", "TRUE", "(e = red)", "(e != 3)", "(k = 1)", "(e in {red, 3})"])
        sign = pick(["signed", "unsigned"])
        compare = pick(["<", "<=", "=", "!=", ">", ">="])
        return pick(
            [
                f"({self.boolean(depth - 1)} {pick(['&', '|', 'xor', '->', '<->'])} {self.boolean(depth - 1)})",
                f"!({self.boolean(depth - 1)})",
                f"({self.integer(depth - 1)} {compare} {self.integer(depth - 1)})",
                f"({self.word(depth - 1, sign)} {compare} {self.word(depth - 1, sign)})",
                f"({self.integer(0)} in {{0, {self.integer(depth - 1)}}})",
                f"({{1, {self.integer(0)}}} in {{0, 1, {self.integer(depth - 1)}}})",
            ]
        )

    def fitted(self, depth):
        """An integer brought into 0..3."""
        value = self.integer(depth)
        return f"(({value}) mod 4 < 0 ? 0 : ({value}) mod 4)"


def random_typed_smv(seed):
    """The text of a random model with three specifications: an invariant and two CTL formulas."""
    x = Expressions(seed)
    return HEAD + "\n".join(
        [
            f"  next(n) := {x.fitted(2)};",
            f"  next(m) := {{m, {x.fitted(1)}}};",
            f"  next(w) := {x.word(2, 'unsigned')};",
            f"  next(s) := {x.word(2, 'signed')};",
            f"  next(b) := {x.boolean(2)};",
            f"  next(c) := {x.boolean(2)} union c;",
            f"  next(e) := case {x.boolean(1)} : {{green, 3}}; {x.boolean(1)} : e; TRUE : red; esac;",
            "  next(a[0]) := a[k];",
            f"  next(a[1]) := {x.fitted(1)};",
            f"  next(k) := {x.boolean(1)} ? 1 : 0;",
            f"INVARSPEC {x.boolean(2)}",
            f"SPEC AG ({x.boolean(1)} -> EF {x.boolean(2)})",
            f"SPEC AF {x.boolean(2)}",
            "",
        ]
    )
