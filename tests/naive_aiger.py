"""AIGER in text, read and simulated by its definition; and written as bytes, which other tools want."""

from __future__ import annotations

from itertools import product

from tests.naive_circuits import Step


class NaiveAiger:
    """A text ``aag …``; a state is the values of the latches, a letter those of the inputs."""

    def __init__(self, text: str) -> None:
        lines = iter(text.splitlines())
        head = [int(word) for word in next(lines).split()[1:]]
        self.maximum, inputs, latches, outputs, ands, bad, constraints, justice, fairness = head + [0] * (9 - len(head))

        def rows(number):
            return [[int(word) for word in next(lines).split()] for _ in range(number)]

        self.inputs = [row[0] for row in rows(inputs)]
        self.latches = [(row[0], row[1], row[2] if len(row) > 2 else 0) for row in rows(latches)]
        self.outputs = [row[0] for row in rows(outputs)]
        self.bad = [row[0] for row in rows(bad)]
        self.constraints = [row[0] for row in rows(constraints)]
        sizes = [row[0] for row in rows(justice)]
        self.justice = [[row[0] for row in rows(size)] for size in sizes]
        self.fairness = [row[0] for row in rows(fairness)]
        self.ands = rows(ands)
        if not bad and not justice:
            self.bad = self.outputs

    def starts(self):
        choices = [(False, True) if reset == lit else (bool(reset),) for lit, _, reset in self.latches]
        return list(product(*choices))

    def letters(self):
        return list(product((False, True), repeat=len(self.inputs)))

    def step(self, state, letter):
        known = {0: False, 1: True}

        def settle(literal, value):
            known[literal], known[literal ^ 1] = value, not value

        for literal, value in zip(self.inputs, letter, strict=True):
            settle(literal, value)
        for (literal, _, _), value in zip(self.latches, state, strict=True):
            settle(literal, value)
        waiting = list(self.ands)
        while waiting:
            later = []
            for gate, left, right in waiting:
                if left in known and right in known:
                    settle(gate, known[left] and known[right])
                else:
                    later.append((gate, left, right))
            assert len(later) < len(waiting), "a circle"
            waiting = later
        return Step(
            (tuple(known[following] for _, following, _ in self.latches),),
            all(known[literal] for literal in self.constraints),
            tuple(known[literal] for literal in self.bad),
            tuple(known[literal] for literal in self.fairness),
            tuple(tuple(known[literal] for literal in one) for one in self.justice),
        )

    def as_bytes(self) -> bytes:
        """The same in the binary form: variables are numbered anew, inputs first, then latches, then gates."""
        order = [*self.inputs, *(latch[0] for latch in self.latches)]
        waiting, done = list(self.ands), {0, *order}
        gates = []
        while waiting:
            ready = [row for row in waiting if row[1] & ~1 in done and row[2] & ~1 in done]
            gates += ready
            done.update(row[0] for row in ready)
            waiting = [row for row in waiting if row[0] not in done]
        order += [row[0] for row in gates]
        new = {0: 0} | {literal: 2 * number for number, literal in enumerate(order, 1)}

        def lit(literal):
            return new[literal & ~1] | literal & 1

        counts = (self.outputs, self.bad, self.constraints, self.justice, self.fairness)
        outputs, bad, constraints, justice, fairness = map(len, counts)
        if self.bad is self.outputs:
            bad = 0
        head = f"aig {len(order)} {len(self.inputs)} {len(self.latches)} {outputs} {len(gates)}"
        lines = [head + f" {bad} {constraints} {justice} {fairness}" * bool(bad + constraints + justice + fairness)]
        for literal, following, reset in self.latches:
            first = new[literal] if reset == literal else reset
            lines.append(f"{lit(following)} {first}" if first else f"{lit(following)}")
        lines += [str(lit(x)) for x in self.outputs]
        lines += [str(lit(x)) for x in self.bad] * (self.bad is not self.outputs)
        lines += [str(lit(x)) for x in self.constraints]
        lines += [str(len(one)) for one in self.justice]
        lines += [str(lit(x)) for one in self.justice for x in one]
        lines += [str(lit(x)) for x in self.fairness]
        data = bytearray("".join(f"{line}\n" for line in lines), "ascii")
        for gate, left, right in gates:
            high, low = max(lit(left), lit(right)), min(lit(left), lit(right))
            for difference in (new[gate] - high, high - low):
                while difference > 127:
                    data.append(difference & 127 | 128)
                    difference >>= 7
                data.append(difference)
        return bytes(data)
