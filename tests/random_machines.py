"""Random small SMV models: all types, sets, constraints, inputs, fairness, CTL; guarded so that they are legal."""

from __future__ import annotations

ENUM = ("red", "green", "blue")


class RandomModel:
    """The text of one model; ``rng`` decides everything."""

    def __init__(self, rng, *, constraints=True, fairness=True):
        self.rng = rng
        self.booleans = [f"b{i}" for i in range(rng.randint(1, 2))]
        self.ranges = {f"x{i}": rng.randint(1, 4) for i in range(rng.randint(0, 2))}
        self.enums = ["e0"] if rng.random() < 0.4 else []
        self.words = ["w0"] if rng.random() < 0.3 else []
        self.inputs = ["i0"] if rng.random() < 0.4 else []
        self.frozen = ["f0"] if rng.random() < 0.2 else []
        self.constraints = constraints
        self.fairness = fairness

    def text(self, specs=()):
        lines = ["MODULE main", "VAR", *self._declarations(), *self._assignments(), *self._constraints()]
        lines += [f"  {spec};" for spec in specs]
        return "\n".join(lines) + "\n"

    def _declarations(self):
        lines = [f"  {name} : boolean;" for name in self.booleans]
        lines += [f"  {name} : 0..{top};" for name, top in self.ranges.items()]
        lines += [f"  {name} : {{{', '.join(ENUM)}}};" for name in self.enums]
        lines += [f"  {name} : unsigned word[2];" for name in self.words]
        if self.inputs:
            lines += ["IVAR", *(f"  {name} : boolean;" for name in self.inputs)]
        if self.frozen:
            lines += ["FROZENVAR", *(f"  {name} : boolean;" for name in self.frozen)]
        return lines

    def _assignments(self):
        lines = ["ASSIGN"]
        for name, value in self._targets():
            if self.rng.random() < 0.7:
                lines.append(f"  init({name}) := {value(False)};")
            if self.rng.random() < 0.85:
                lines.append(f"  next({name}) := {self._case(value)};")
        return lines if len(lines) > 1 else []

    def _targets(self):
        found = [(name, self._boolean_value) for name in self.booleans]
        found += [(name, self._range_value(name)) for name in self.ranges]
        found += [(name, self._enum_value) for name in self.enums]
        return found + [(name, self._word_value) for name in self.words]

    def _case(self, value):
        branches = [f"{self.condition()} : {value(True)};" for _ in range(self.rng.randint(0, 2))]
        return f"case {' '.join(branches)} TRUE : {value(True)}; esac"

    def _boolean_value(self, step):
        if self.rng.random() < 0.3:
            return "{TRUE, FALSE}"
        return self.condition() if step else self.rng.choice(["TRUE", "FALSE"])

    def _range_value(self, name):
        top = self.ranges[name]

        def value(step):
            choices = [str(self.rng.randint(0, top)), f"{{{', '.join(map(str, range(self.rng.randint(0, top) + 1)))}}}"]
            if step:
                choices += [name, f"({name} + {self.rng.randint(1, 3)}) mod {top + 1}", f"{top} - {name}"]
                choices.append(f"({name} = {top} ? 0 : {name} + 1)")
                choices.append(f"max(0, {name} - 1)")
            return self.rng.choice(choices)

        return value

    def _enum_value(self, step):
        choices = [self.rng.choice(ENUM), f"{{{self.rng.choice(ENUM)}, {self.rng.choice(ENUM)}}}"]
        return self.rng.choice([*choices, "e0"] if step else choices)

    def _word_value(self, step):
        choices = [f"0ud2_{self.rng.randint(0, 3)}", "{0ud2_1, 0ud2_2}"]
        if step:
            choices += ["w0 + 0ud2_1", "w0 * w0", "!w0", "w0 << 1", "{w0, 0ud2_3}", "w0 mod 0ud2_3"]
        return self.rng.choice(choices)

    def condition(self, *, inputs=True, next=False, depth=2):
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            return self._atom(inputs, next)
        op = rng.choice(["&", "|", "->", "<->", "xor", "!"])
        left = self.condition(inputs=inputs, next=next, depth=depth - 1)
        if op == "!":
            return f"!({left})"
        return f"(({left}) {op} ({self.condition(inputs=inputs, next=next, depth=depth - 1)}))"

    def _atom(self, inputs, next):
        rng = self.rng

        def shown(name):
            return f"next({name})" if next and rng.random() < 0.4 else name

        atoms = [shown(rng.choice(self.booleans)), *self.frozen, *(self.inputs if inputs else ())]
        for name, top in self.ranges.items():
            atoms.append(f"{shown(name)} {rng.choice(['=', '!=', '<', '>=', '>', '<='])} {rng.randint(0, top)}")
            atoms.append(f"{shown(name)} + 1 in {{{rng.randint(0, top)}, {rng.randint(0, top)}}}")
        if len(self.ranges) == 2:
            atoms.append(f"{shown('x0')} {rng.choice(['=', '<', '<=', '!='])} {shown('x1')}")
            atoms.append(f"{shown('x0')} * {shown('x1')} = 2")
        atoms += [f"{shown(name)} = {rng.choice(ENUM)}" for name in self.enums]
        atoms += [f"{shown(name)} <= 0ud2_{rng.randint(0, 2)}" for name in self.words]
        return rng.choice(atoms)

    def _constraints(self):
        rng, lines = self.rng, []
        if self.constraints:
            if rng.random() < 0.2:
                lines.append(f"INIT {self.condition(inputs=False)};")
            if rng.random() < 0.2:
                lines.append(f"INVAR {self.condition(inputs=False)};")
            if rng.random() < 0.3:
                lines.append(f"TRANS {self.condition(next=True)};")
        if self.fairness:
            lines += [f"JUSTICE {self.condition()};" for _ in range(rng.choice([0, 0, 1, 2]))]
        return lines

    def ctl(self, depth=2):
        rng = self.rng
        if depth == 0:
            return f"({self.condition(inputs=False, depth=1)})"
        op = rng.choice(["EX", "EF", "EG", "AX", "AF", "AG", "EU", "AU", "&", "|", "->", "!", "AG", "AF"])
        left = self.ctl(depth - 1)
        if op in ("EU", "AU"):
            return f"{op[0]} [{left} U {self.ctl(depth - 1)}]"
        if op in ("&", "|", "->"):
            return f"({left} {op} {self.ctl(depth - 1)})"
        return f"{op} ({left})"
