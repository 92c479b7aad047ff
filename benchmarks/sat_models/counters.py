"""Registers that shift and count: delays, feedback registers, Gray codes, deep counters, checksums."""

from __future__ import annotations

from benchmarks.sat_models.circuit import Design, Value, all_of, any_of, case, parity, word


def delays(length: int) -> Design:
    """Two delay lines with the same input; the last bits are asked about, all others must be found."""
    design = Design(f"Two delay lines of {length} bits, the second one inverted, have the same end.")
    main = design.main
    data = main.free("data")
    near = [main.boolean(f"near{i}") for i in range(length)]
    far = [main.boolean(f"far{i}", True) for i in range(length)]
    for i in range(length):
        main.next(near[i], near[i - 1] if i else data)
        main.next(far[i], far[i - 1] if i else ~data)
    main.invariant("same_end", near[-1] ^ far[-1])
    return design


def _stepped(state: int, width: int, taps: tuple[int, ...]) -> int:
    fed = sum(state >> tap & 1 for tap in taps) & 1
    return (state << 1 | fed) & (1 << width) - 1


def _feedback(register: Value, taps: tuple[int, ...]) -> Value:
    return register.part(register.kind.width - 2, 0).beside(parity(register.bit(tap) for tap in taps).as_word())


def feedback_reach(width: int, taps: tuple[int, ...], steps: int) -> Design:
    """A feedback register with an enable reaches the state that it has after so many steps."""
    design = Design(f"A feedback register of {width} bits comes to a certain state after {steps} steps.")
    main = design.main
    enable = main.free("enable")
    register = main.word("register", width, 1)
    main.next(register, enable.mux(main.define("shifted", _feedback(register, taps)), register))
    target = 1
    for _ in range(steps):
        target = _stepped(target, width, taps)
    main.invariant("not_there", register.ne(target))
    return design


def feedback_twins(width: int, taps: tuple[int, ...]) -> Design:
    """A feedback register as a word, and one of booleans that shifts the other way; one bit is asked about."""
    design = Design(f"Two feedback registers of {width} bits, mirrored, have the same output.")
    main = design.main
    enable = main.free("enable")
    register = main.word("register", width, 1)
    mirror = [main.boolean(f"mirror{i}", i == width - 1) for i in range(width)]
    main.next(register, enable.mux(main.define("shifted", _feedback(register, taps)), register))
    fed = main.define("fed", parity(mirror[width - 1 - tap] for tap in taps))
    for i in range(width):
        main.next(mirror[i], enable.mux(mirror[i + 1] if i + 1 < width else fed, mirror[i]))
    main.invariant("same_output", register.bit(width - 1).eq(mirror[0]))
    return design


def tracked_parity(width: int, taps: tuple[int, ...]) -> Design:
    """A bit follows the parity of a feedback register: inductive as stated, and exponential in clauses."""
    design = Design(f"A bit is the parity of a feedback register of {width} bits with an input.")
    main = design.main
    data = main.free("data")
    register = main.word("register", width, 1)
    odd = main.boolean("odd", True)
    fed = main.define("fed", parity((data, *(register.bit(tap) for tap in taps))))
    main.next(register, register.part(width - 2, 0).beside(fed.as_word()))
    main.next(odd, parity((odd, fed, register.bit(width - 1))))
    main.invariant("parity", odd.eq(parity(register.bit(i) for i in range(width))))
    return design


def gray(width: int, wrong: bool = False) -> Design:
    """A Gray code made by the toggle rule beside a binary counter; wrong: the last toggle is forgotten."""
    design = Design(f"A Gray code of {width} bits, counted by its own rule, stays that of a binary counter.")
    main = design.main
    enable = main.free("enable")
    binary = main.word("binary", width)
    code = [main.boolean(f"code{i}") for i in range(width)]
    even = main.boolean("even", True)
    main.next(binary, enable.mux(binary + 1, binary))
    main.next(even, enable ^ even)
    for i in range(width):
        below = [~code[j] for j in range(i - 1)]
        lowest = [even] if i == 0 else [~even, *below] if i == width - 1 else [~even, code[i - 1], *below]
        if wrong and i == width - 1:
            lowest.append(code[0])
        main.next(code[i], code[i] ^ all_of((enable, *lowest)))
    main.invariant("agree", code[width - 1].eq(binary.bit(width - 1)))
    return design


def bounded_counter(width: int, limit: int, step: int) -> Design:
    """It wraps at a limit that is never passed: inductive as stated, far too deep to be searched."""
    design = Design(f"A counter of {width} bits that wraps at {limit} stays below it.")
    main = design.main
    enable, back = main.free("enable"), main.free("back")
    count = main.word("count", width)
    up = (count < limit - step).mux(count + step, 0)
    main.next(count, case((back, count >> 1), (enable, up), otherwise=count))
    main.invariant("bounded", count < limit)
    return design


def lap_counter(width: int, lap: int, laps: int) -> Design:
    """Steps and laps against their total: the relation is a product, which clauses say badly."""
    design = Design(f"{laps} laps of {lap} steps, counted apart and together.")
    main = design.main
    enable = main.free("enable")
    steps, rounds, total = main.word("steps", width), main.word("rounds", width), main.word("total", 2 * width)
    full = main.define("full", steps.eq(lap - 1))
    over = main.define("over", full & rounds.eq(laps - 1))
    main.next(steps, enable.mux(full.mux(steps - (lap - 1), steps + 1), steps))
    main.next(rounds, (enable & full).mux(over.mux(rounds - (laps - 1), rounds + 1), rounds))
    main.next(total, enable.mux(over.mux(total - (lap * laps - 1), total + 1), total))
    main.invariant("together", over.eq(total.eq(lap * laps - 1)))
    return design


def counter_reach(width: int, target: int) -> Design:
    """A counter that may be stopped and started again reaches its target after as many steps."""
    design = Design(f"A counter of {width} bits, with a clear and a hold, counts to {target}.")
    main = design.main
    clear, hold = main.free("clear", section="IVAR"), main.free("hold", section="IVAR")
    count = main.word("count", width)
    main.next(count, clear.mux(count - count, hold.mux(count, count + 1)))
    main.invariant("below", count.ne(target))
    return design


def ring_and_counter(size: int, wrong: bool = False) -> Design:
    """A one-hot ring beside a counter modulo its size; wrong: the counter forgets to wrap once in a lap of laps."""
    width = (size - 1).bit_length()
    design = Design(f"A one-hot ring of {size} places goes with a counter modulo {size}.")
    main = design.main
    enable = main.free("enable")
    ring = [main.boolean(f"ring{i}", i == 0) for i in range(size)]
    count = main.word("count", width + 1)
    for i in range(size):
        main.next(ring[i], enable.mux(ring[i - 1], ring[i]))
    wraps = count.eq(size - 1)
    if wrong:
        laps = main.word("laps", 3)
        main.next(laps, (enable & wraps).mux(laps + 1, laps))
        wraps = wraps & laps.ne(3)
    main.next(count, enable.mux(main.define("wraps", wraps).mux(count - (size - 1), count + 1), count))
    main.invariant("in_step", ring[size // 2].eq(count.eq(size // 2)))
    return design


def johnson(size: int) -> Design:
    """A twisted ring never has a single one between zeros."""
    design = Design(f"A twisted ring of {size} bits has its ones side by side.")
    main = design.main
    enable = main.free("enable")
    bits = [main.boolean(f"bit{i}") for i in range(size)]
    for i in range(size):
        main.next(bits[i], enable.mux(bits[i - 1] if i else ~bits[-1], bits[i]))
    middle = size // 2
    main.invariant("no_single", ~all_of((~bits[middle - 1], bits[middle], ~bits[middle + 1])))
    return design


def checksums(width: int, polynomial: int, wrong: bool = False) -> Design:
    """A checksum one bit a step as a word, and two bits at once; wrong: a tap is missing in one of them."""
    design = Design(f"Checksums of {width} bits, a bit a step and two bits every other step, agree.")
    main = design.main
    data = main.free("data")
    serial = main.word("serial", width)
    pairs = main.word("pairs", width)
    second, held = main.boolean("second"), main.boolean("held")

    def fed(register: Value, bit: Value, taps: int) -> Value:
        high = register.bit(width - 1) ^ bit
        return (register << 1) ^ high.mux(register.constant(taps), 0)

    main.next(serial, fed(serial, data, polynomial))
    once = main.define("once", fed(pairs, held, polynomial & ~4 if wrong else polynomial))
    main.next(pairs, second.mux(fed(once, data, polynomial), pairs))
    main.next(second, ~second)
    main.next(held, second.mux(held, data))
    main.invariant("agree", second | serial.eq(pairs))
    return design


def lock(digits: int, width: int, seed: int) -> Design:
    """A combination lock opens after the right digits; a wrong one begins again."""
    design = Design(f"A lock with {digits} digits of {width} bits can be opened.")
    main = design.main
    key = main.free("key", section="IVAR", kind=word(width))
    place = [main.boolean(f"place{i}", i == 0) for i in range(digits + 1)]
    right = []
    for _ in range(digits):
        seed = (seed * 1103515245 + 12345) % 2**31
        right.append((seed >> 12) % (1 << width))
    for i in range(1, digits + 1):
        main.next(place[i], place[i - 1] & key.eq(right[i - 1]))
    main.next(place[0], ~any_of(one & key.eq(digit) for one, digit in zip(place[:-1], right, strict=True)))
    main.invariant("closed", ~place[-1])
    return design
