"""Random small AIGER files, as texts: everything that the format has, the gates in any order."""

from __future__ import annotations

from random import Random


def random_aiger(seed: int, *, single: bool = False) -> str:
    """A text; with ``single`` it has one bad state, no justice and no latch that may be anything at first, as other
    model checkers want it.
    """
    rng = Random(seed)
    inputs, latches, gates = rng.randint(0, 3), rng.randint(1, 4), rng.randint(0, 12)
    spare = rng.randint(0, 2)
    variables = list(range(1, inputs + latches + gates + spare + 1))
    if rng.random() < 0.5:
        rng.shuffle(variables)
    ins, regs = variables[:inputs], variables[inputs : inputs + latches]
    ands = variables[inputs + latches : inputs + latches + gates]
    known, rows = [0, *ins, *regs], []

    def literal():
        # what came last is read more often, so that gates depend on gates
        chosen = rng.choice(known[-6:]) if rng.random() < 0.6 else rng.choice(known)
        return 2 * chosen + rng.randint(0, 1)

    for gate in ands:
        rows.append(f"{2 * gate} {literal()} {literal()}")
        known.append(gate)
    rng.shuffle(rows)
    old = not single and rng.random() < 0.2
    outputs = rng.randint(1, 2) if old else 0 if single else rng.randint(0, 1)
    bad = 1 if single else 0 if old else rng.randint(0, 3)
    constraints = 0 if old else rng.choice([0, 0, 1, 1, 2])
    justice = [rng.randint(0, 2) for _ in range(0 if single or old else rng.choice([0, 0, 1, 2]))]
    fairness = 0 if single or old else rng.choice([0, 0, 1, 2])
    numbers = [len(variables), inputs, latches, outputs, gates]
    if not old:
        numbers += [bad, constraints, len(justice), fairness]
    lines = [f"aag {' '.join(map(str, numbers))}", *(str(2 * v) for v in ins)]
    for register in regs:
        reset = rng.choice(["", "", " 0", " 1", " 1" if single else f" {2 * register}"])
        lines.append(f"{2 * register} {literal()}{reset}")
    lines += [str(literal()) for _ in range(outputs + bad)]
    lines += [str(literal()) for _ in range(constraints)]
    lines += [str(size) for size in justice]
    lines += [str(literal()) for _ in range(sum(justice) + fairness)]
    lines += rows
    if rng.random() < 0.3:
        lines += [f"l0 reg {seed}", *(["i0 in"] if inputs else []), "c", "comments\nof any kind"]
    return "\n".join(lines) + "\n"
