"""Random small BTOR2 files, as texts: every operator and sort, states of few bits."""

from __future__ import annotations

from random import Random

UNARY = ("not", "inc", "dec", "neg")
REDUCTIONS = ("redand", "redor", "redxor")
BINARY = (
    "and", "nand", "nor", "or", "xnor", "xor", "rol", "ror", "sll", "sra", "srl", "add", "mul", "udiv", "sdiv", "smod",
    "srem", "urem", "sub",
)  # fmt: skip
TESTS = (
    "ugt", "ugte", "ult", "ulte", "sgt", "sgte", "slt", "slte", "saddo", "uaddo", "sdivo", "smulo", "umulo", "ssubo",
    "usubo", "eq", "neq",
)  # fmt: skip
MAX_BITS = 6
"""So many bits all states and inputs together may have."""


class _Writer:
    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.lines: list[str] = []
        self.nodes: dict[object, list[int]] = {}
        """The ids of the nodes by their sorts: a width, or a pair for arrays."""
        self.sorts: dict[object, int] = {}
        self.last = 0

    def write(self, text: str) -> int:
        self.last += self.rng.choice([1, 1, 1, 3])
        self.lines.append(f"{self.last} {text}")
        return self.last

    def sort(self, sort) -> int:
        if sort not in self.sorts:
            what = f"bitvec {sort}" if isinstance(sort, int) else f"array {self.sort(sort[0])} {self.sort(sort[1])}"
            self.sorts[sort] = self.write(f"sort {what}")
        return self.sorts[sort]

    def add(self, sort, text: str, rest: str = "") -> int:
        number = self.write(f"{text} {self.sort(sort)} {rest}".rstrip())
        self.nodes.setdefault(sort, []).append(number)
        return number

    def node(self, sort) -> str:
        """The id of some node of a sort, words negated now and then."""
        if not self.nodes.get(sort):
            self.constant(sort)
        chosen = self.nodes[sort]
        number = self.rng.choice(chosen[-4:]) if self.rng.random() < 0.6 else self.rng.choice(chosen)
        return f"-{number}" if isinstance(sort, int) and self.rng.random() < 0.2 else str(number)

    def constant(self, sort) -> int:
        rng = self.rng
        if not isinstance(sort, int):
            # an array comes from somewhere: an input, if there is nothing else
            return self.add(sort, "input")
        value = rng.randrange(1 << sort)
        text = rng.choice(["zero", "one", "ones", "const", "constd", "constd", "consth"])
        written = {
            "const": f"{value:0{sort}b}",
            "constd": str(rng.choice([value, value - (1 << sort) if value >> (sort - 1) else value])),
            "consth": f"{value:x}",
        }
        return self.add(sort, text, written.get(text, ""))

    def width(self) -> int:
        return self.rng.choice([w for w in self.nodes if isinstance(w, int)] or [1])

    def operation(self) -> None:
        rng, width = self.rng, self.width()
        kind = rng.choice(
            ["unary", "reduce", "binary", "binary", "binary", "test", "test", "bits", "ite", "array", "one"]
        )
        if kind == "unary":
            self.add(width, *self.split(rng.choice(UNARY), self.node(width)))
        elif kind == "reduce":
            self.add(1, *self.split(rng.choice(REDUCTIONS), self.node(width)))
        elif kind == "binary":
            self.add(width, *self.split(rng.choice(BINARY), self.node(width), self.node(width)))
        elif kind == "test":
            self.add(1, *self.split(rng.choice(TESTS), self.node(width), self.node(width)))
        elif kind == "one":
            self.add(1, *self.split(rng.choice(["iff", "implies"]), self.node(1), self.node(1)))
        elif kind == "ite":
            sort = rng.choice(list(self.nodes))
            self.add(sort, *self.split("ite", self.node(1), self.node(sort), self.node(sort)))
        elif kind == "array":
            self.array()
        else:
            self.bits(width)

    @staticmethod
    def split(keyword: str, *args: str) -> tuple[str, str]:
        return keyword, " ".join(args)

    def array(self) -> None:
        arrays = [sort for sort in self.nodes if not isinstance(sort, int)]
        if not arrays:
            return
        sort = self.rng.choice(arrays)
        index, element = sort
        what = self.rng.choice(["read", "read", "write", "eq", "neq"])
        if what == "read":
            self.add(element, *self.split("read", self.node(sort), self.node(index)))
        elif what == "write":
            self.add(sort, *self.split("write", self.node(sort), self.node(index), self.node(element)))
        else:
            self.add(1, *self.split(what, self.node(sort), self.node(sort)))

    def bits(self, width: int) -> None:
        rng, what = self.rng, self.rng.choice(["slice", "sext", "uext", "concat"])
        if what == "slice":
            high = rng.randrange(width)
            low = rng.randint(0, high)
            self.add(high - low + 1, *self.split(what, self.node(width), str(high), str(low)))
        elif what == "concat":
            other = self.width()
            if width + other <= 6:
                self.add(width + other, *self.split(what, self.node(width), self.node(other)))
        else:
            more = rng.randint(0, 2)
            if width + more <= 6:
                self.add(width + more, *self.split(what, self.node(width), str(more)))


def random_btor2(seed: int) -> str:
    """A text."""
    writer = _Writer(seed)
    rng = writer.rng
    states, left = [], MAX_BITS
    for number in range(rng.randint(2, 4)):
        sort = rng.choice([1, 1, 2, 2, 3, 4, (1, 1), (1, 2), (2, 1)])
        bits = sort if isinstance(sort, int) else sort[1] << sort[0]
        if bits > left or (not isinstance(sort, int) and any(not isinstance(s, int) for _, s, _ in states)):
            continue
        left -= bits
        initial = None
        if rng.random() < 0.7:
            initial = _initial(writer, sort, [(n, s) for n, s, _ in states])
        keyword = "input" if initial is None and rng.random() < 0.4 else "state"
        name = f"v{number}" if rng.random() < 0.5 else ""
        found = writer.add(sort, keyword, name)
        if keyword == "state":
            states.append((found, sort, initial))
            if initial is not None:
                writer.write(f"init {writer.sort(sort)} {found} {initial}")
    for _ in range(rng.randint(3, 14)):
        writer.operation()
    for number, sort, _ in states:
        if rng.random() < 0.85:
            writer.write(f"next {writer.sort(sort)} {number} {writer.node(sort)}")
    for _ in range(rng.randint(1, 3)):
        writer.write(f"bad {writer.node(1)}")
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        writer.write(f"constraint {writer.node(1)}")
    for _ in range(rng.choice([0, 0, 1, 2])):
        writer.write(f"fair {writer.node(1)}")
    for _ in range(rng.choice([0, 0, 1])):
        size = rng.randint(1, 2)
        writer.write(f"justice {size} {' '.join(writer.node(1) for _ in range(size))}")
    if rng.random() < 0.3:
        writer.write(f"output {writer.node(writer.width())} out ; a comment")
    return "; a random circuit\n" + "\n".join(writer.lines) + "\n"


def _initial(writer: _Writer, sort, states) -> str | None:
    """An initial value: a constant, or what a state before it has at first."""
    same = [number for number, other in states if other == sort]
    if same and writer.rng.random() < 0.3:
        return str(writer.rng.choice(same))
    width = sort if isinstance(sort, int) else sort[1]
    return str(writer.constant(width))
