"""BTOR2 read and simulated by its definition: words are numbers, arrays are tuples of them."""

from __future__ import annotations

from itertools import product

from tests.naive_circuits import Step


class NaiveBtor2:
    """A text; a state is the values of all states, a letter those of the inputs.

    A state without ``next`` may have any value after a step.
    """

    def __init__(self, text: str) -> None:
        rows = [line.split(";")[0].split() for line in text.splitlines()]
        self.rows = [(int(row[0]), row[1], row[2:]) for row in rows if row]
        self.sorts, self.init, self.next = {}, {}, {}
        self.of: dict[int, object] = {}
        self.states, self.inputs, self.bad, self.constraints, self.fair, self.justice = [], [], [], [], [], []
        for number, keyword, args in self.rows:
            if keyword == "sort":
                self.sorts[number] = int(args[1]) if args[0] == "bitvec" else self._array(args)
            elif keyword in ("init", "next"):
                getattr(self, keyword)[int(args[1])] = int(args[2])
            elif keyword in ("state", "input"):
                (self.states if keyword == "state" else self.inputs).append(number)
                self.of[number] = self.sorts[int(args[0])]
            elif keyword in ("bad", "fair"):
                getattr(self, keyword).append(int(args[0]))
            elif keyword == "constraint":
                self.constraints.append(int(args[0]))
            elif keyword == "justice":
                self.justice.append([int(word) for word in args[1 : 1 + int(args[0])]])
            elif keyword != "output":
                self.of[number] = self.sorts[int(args[0])]

    def _array(self, args):
        return self.sorts[int(args[1])], self.sorts[int(args[2])]

    def values(self, sort):
        if isinstance(sort, int):
            return list(range(1 << sort))
        index, element = sort
        return list(product(range(1 << element), repeat=1 << index))

    def starts(self):
        found = [{}]
        for state in self.states:
            found = [{**one, state: value} for one in found for value in self._initial(state, one)]
        return [tuple(one[state] for state in self.states) for one in found]

    def _initial(self, state, known):
        if state not in self.init:
            return self.values(self.of[state])
        value = self.at(self.init[state], self.evaluate(known))
        if isinstance(self.of[state], tuple) and not isinstance(value, tuple):
            value = (value,) * (1 << self.of[state][0])
        return [value]

    def letters(self):
        return list(product(*(self.values(self.of[number]) for number in self.inputs)))

    def step(self, state, letter):
        known = dict(zip(self.states, state, strict=True)) | dict(zip(self.inputs, letter, strict=True))
        values = self.evaluate(known)
        following = [
            [self.at(self.next[s], values)] if s in self.next else self.values(self.of[s]) for s in self.states
        ]
        return Step(
            tuple(product(*following)),
            all(self.at(number, values) for number in self.constraints),
            tuple(bool(self.at(number, values)) for number in self.bad),
            tuple(bool(self.at(number, values)) for number in self.fair),
            tuple(tuple(bool(self.at(number, values)) for number in one) for one in self.justice),
        )

    def at(self, number, values):
        value = values[abs(number)]
        return value if number > 0 else ((1 << self.of[-number]) - 1) ^ value

    def evaluate(self, known):
        """The values of all lines that can be computed from what is known."""
        values = dict(known)
        for number, keyword, args in self.rows:
            if number not in self.of or number in values or keyword in ("state", "input"):
                continue
            try:
                values[number] = self.line(keyword, args, values)
            except KeyError:
                continue  # it depends on a state that has no initial value yet
        return values

    def line(self, keyword, args, values):
        width = self.sorts[int(args[0])]
        if keyword in ("zero", "one", "ones"):
            return {"zero": 0, "one": 1, "ones": (1 << width) - 1}[keyword]
        if keyword.startswith("const"):
            return int(args[1], {"const": 2, "constd": 10, "consth": 16}[keyword]) % (1 << width)
        if keyword in ("slice", "uext", "sext"):
            word, old = self.at(int(args[1]), values), self.of[abs(int(args[1]))]
            if keyword == "slice":
                return word >> int(args[3]) & ((1 << width) - 1)
            return (word if keyword == "uext" else signed(word, old)) % (1 << width)
        operands = [self.at(int(arg), values) for arg in args[1:]]
        return operate(keyword, operands, self.of[abs(int(args[1]))], [self.of[abs(int(arg))] for arg in args[1:]])


def signed(word, width):
    """The number of a two's complement."""
    return word - (1 << width) if word >> (width - 1) else word


def operate(keyword, operands, width, widths):
    """An operator on values; ``width`` is that of the first operand."""
    a, b = operands[0], operands[1] if len(operands) > 1 else None
    if keyword == "ite":
        return operands[1] if a else operands[2]
    if keyword in ("eq", "neq"):
        return int((a == b) == (keyword == "eq"))
    if keyword == "read":
        return a[b]
    if keyword == "write":
        return (*a[:b], operands[2], *a[b + 1 :])
    if keyword == "concat":
        return a << widths[1] | b
    return words(keyword, a, b, width)


def words(keyword, a, b, width):
    """An operator on words of one width."""
    size = 1 << width
    top = size - 1
    least, most = -(size // 2), size // 2 - 1
    sa, sb = signed(a, width), None if b is None else signed(b, width)

    def fits(number):
        return least <= number <= most

    def udiv(x, y):
        return x // y if y else top

    def urem(x, y):
        return x % y if y else x

    def by_magnitudes(x, y, operation, negative):
        """As SMT-LIB defines signed division: on the magnitudes."""
        found = operation(-x % size if x >> (width - 1) else x, -y % size if y >> (width - 1) else y)
        return -found % size if negative else found

    def smod(x, y):
        magnitude = urem(-x % size if x >> (width - 1) else x, -y % size if y >> (width - 1) else y)
        negative, other = x >> (width - 1), y >> (width - 1)
        if magnitude == 0 or (not negative and not other):
            return magnitude
        if negative and not other:
            return (-magnitude + y) % size
        return (magnitude + y) % size if other and not negative else -magnitude % size

    def rotate(by):
        digits = f"{a:0{width}b}"
        by %= width
        return int(digits[by:] + digits[:by], 2)

    table = {
        "not": lambda: a ^ top,
        "neg": lambda: -a % size,
        "inc": lambda: (a + 1) % size,
        "dec": lambda: (a - 1) % size,
        "redand": lambda: int(a == top),
        "redor": lambda: int(a != 0),
        "redxor": lambda: bin(a).count("1") % 2,
        "iff": lambda: int(a == b),
        "implies": lambda: int(not a or b),
        "and": lambda: a & b,
        "nand": lambda: (a & b) ^ top,
        "or": lambda: a | b,
        "nor": lambda: (a | b) ^ top,
        "xor": lambda: a ^ b,
        "xnor": lambda: a ^ b ^ top,
        "add": lambda: (a + b) % size,
        "sub": lambda: (a - b) % size,
        "mul": lambda: a * b % size,
        "udiv": lambda: udiv(a, b),
        "urem": lambda: urem(a, b),
        "sdiv": lambda: by_magnitudes(a, b, udiv, a >> (width - 1) != b >> (width - 1)),
        "srem": lambda: by_magnitudes(a, b, urem, a >> (width - 1)),
        "smod": lambda: smod(a, b),
        "sll": lambda: a << b & top if b < width else 0,
        "srl": lambda: a >> b,
        "sra": lambda: (sa >> b) % size,
        "rol": lambda: rotate(b),
        "ror": lambda: rotate(-b),
        "ugt": lambda: int(a > b),
        "ugte": lambda: int(a >= b),
        "ult": lambda: int(a < b),
        "ulte": lambda: int(a <= b),
        "sgt": lambda: int(sa > sb),
        "sgte": lambda: int(sa >= sb),
        "slt": lambda: int(sa < sb),
        "slte": lambda: int(sa <= sb),
        "uaddo": lambda: int(a + b > top),
        "saddo": lambda: int(not fits(sa + sb)),
        "usubo": lambda: int(a - b < 0),
        "ssubo": lambda: int(not fits(sa - sb)),
        "umulo": lambda: int(a * b > top),
        "smulo": lambda: int(not fits(sa * sb)),
        "sdivo": lambda: int(sb != 0 and not fits(abs(sa) // abs(sb) * (1 if (sa < 0) == (sb < 0) else -1))),
    }
    return table[keyword]()
