"""Words that are worked on: pipelines beside a reference, a small processor, serial multiplication, sorting."""

from __future__ import annotations

from benchmarks.sat_models.circuit import Design, Value, all_of, case, enumeration, select, word


def pipeline(width: int, stages: int, wrong: bool = False) -> Design:
    """A word is worked on stage by stage, beside a delayed word that is worked on at the end; both may stall."""
    design = Design(f"A pipeline of {stages} stages for words of {width} bits beside its reference.")
    main = design.main
    data, stall = main.free("data", word(width)), main.free("stall")
    piped, plain = design.instance("piped", "piped"), design.instance("plain", "plain")

    def work(value: Value, stage: int) -> Value:
        mixed = value ^ (value >> 1) if stage % 2 else value + (value << 2)
        return mixed + (stage + 1)

    ends = []
    for module in (piped, plain):
        entered, waits = module.parameter("entered", data), module.parameter("waits", stall)
        cells = [module.word(f"cell{i}", width) for i in range(stages)]
        for i, cell in enumerate(cells):
            source = cells[i - 1] if i else entered
            if module is piped:
                source = module.define(f"work{i}", work(source, i))
                if wrong and i == stages - 1:
                    source = cells[i - 1].eq((1 << width) - 2).mux(source ^ 1, source)
            module.next(cell, waits.mux(cell, source))
        ends.append(cells[-1])
    filled = [main.boolean(f"filled{i}") for i in range(stages)]
    for i, one in enumerate(filled):
        main.next(one, stall.mux(one, filled[i - 1] if i else stall | ~stall))
    reference = plain.out(ends[1])
    for i in range(stages):
        reference = main.define(f"reference{i}", work(reference, i))
    main.invariant("agree", filled[-1].implies(piped.out(ends[0]).eq(reference)))
    return design


def processor(registers: int, width: int, wrong: bool = False) -> Design:
    """Two stages with forwarding beside a machine that does one instruction a step; wrong: one operand is stale."""
    places = word((registers - 1).bit_length())
    design = Design(f"A processor with {registers} registers of {width} bits and forwarding beside its specification.")
    main = design.main
    kind = main.free("kind", enumeration("add", "both", "load", "wait"))
    source, other, target = (main.free(name, places) for name in ("source", "other", "target"))
    constant = main.free("constant", word(width))
    spec = [main.word(f"spec{i}", width) for i in range(registers)]
    file = [main.word(f"file{i}", width) for i in range(registers)]
    active, result, place = main.boolean("active"), main.word("result", width), main.state("place", places, 0)

    def done(left: Value, right: Value) -> Value:
        return case((kind.eq("add"), left + right), (kind.eq("both"), left & right), otherwise=constant)

    does = main.define("does", kind.ne("wait"))
    expected = main.define("expected", done(select(source, spec), select(other, spec)))
    forward = [active & place.eq(source), active & place.eq(other)]
    if wrong:
        forward[1] = forward[1] & ~all_of((result.eq(3), place.eq(registers - 1)))
    left = main.define("left", forward[0].mux(result, select(source, file)))
    right = main.define("right", forward[1].mux(result, select(other, file)))
    for i in range(registers):
        main.next(spec[i], (does & target.eq(i)).mux(expected, spec[i]))
        main.next(file[i], (active & place.eq(i)).mux(result, file[i]))
    main.next(active, does)
    main.next(result, done(left, right))
    main.next(place, target)
    main.invariant("same_result", (active & place.eq(0)).mux(result, file[0]).eq(spec[0]))
    return design


def multiplier(width: int, wrong: bool = False) -> Design:
    """Shift and add, a bit a step, beside multiplication; wrong: the last bit is added one place too low."""
    design = Design(f"Multiplication of words of {width} bits, a bit a step.")
    main = design.main
    start, left, right = main.free("start"), main.free("left", word(width)), main.free("right", word(width))
    first, second, total = (main.word(name, width) for name in ("first", "second", "total"))
    kept, wanted = main.word("kept", width), main.word("wanted", width)
    step = main.word("step", width.bit_length(), width)
    ready = main.define("ready", step.eq(width))
    begins = main.define("begins", ready & start)
    main.next(step, case((begins, step - step), (ready, step), otherwise=step + 1))
    main.next(first, case((begins, left), (ready, first), otherwise=first << 1))
    main.next(second, case((begins, right), (ready, second), otherwise=second >> 1))
    part = step.eq(width - 1).mux(first >> 1, first) if wrong else first
    main.next(total, case((begins, left - left), (~ready & second.bit(0), total + part), otherwise=total))
    main.next(kept, begins.mux(left, kept))
    main.next(wanted, begins.mux(right, wanted))
    main.invariant("product", ready.implies(total.eq(kept * wanted)))
    return design


def sorter(size: int, width: int, wrong: bool = False) -> Design:
    """Neighbours are exchanged, even and odd pairs in turn, from any contents; wrong: one step too few."""
    design = Design(f"{size} words of {width} bits are in order after as many steps.")
    main = design.main
    cells = [main.word(f"cell{i}", width, None) for i in range(size)]
    step = main.word("step", size.bit_length())
    steps = size - 1 if wrong else size
    over = main.define("over", step.eq(steps))
    main.next(step, over.mux(step, step + 1))
    odd = step.bit(0)
    for i in range(size):

        def paired(low: int, at: int) -> Value:
            if low < 0 or low + 1 >= size:
                return cells[at]
            swap = cells[low + 1] < cells[low]
            return swap.mux(cells[2 * low + 1 - at], cells[at])

        even_low, odd_low = i - i % 2, i - 1 + i % 2
        main.next(cells[i], case((over, cells[i]), (odd, paired(odd_low, i)), otherwise=paired(even_low, i)))
    main.invariant("in_order", over.implies(all_of(cells[i] <= cells[i + 1] for i in range(size - 1))))
    return design


def accumulators(width: int, wrong: bool = False) -> Design:
    """A sum kept as sum and carries beside a plain one: inductive as stated, with every bit in it."""
    design = Design(f"A sum of {width} bits, kept as sum and carries, is the plain sum.")
    main = design.main
    data, clear = main.free("data", word(width)), main.free("clear")
    plain, partial, carries = (main.word(name, width) for name in ("plain", "partial", "carries"))
    zero = data - data
    both = main.define("both", (partial & carries) | (partial & data) | (carries & data))
    main.next(plain, clear.mux(zero, plain + data))
    main.next(partial, clear.mux(zero, partial ^ carries ^ data))
    shifted = both << 1
    if wrong:
        shifted = plain.bit(width - 1).mux(shifted & ((1 << width - 1) - 1), shifted)
    main.next(carries, clear.mux(zero, shifted))
    main.invariant("same_sum", plain.eq(partial + carries))
    return design


def rotator(width: int) -> Design:
    """A word goes round and comes back after as many steps as it has bits."""
    places = word((width - 1).bit_length())
    design = Design(f"A word of {width} bits that is turned comes back.")
    main = design.main
    enable = main.free("enable")
    kept, turned = main.word("kept", width, None), main.word("turned", width)
    count, loaded = main.state("count", places, 0), main.boolean("loaded")
    main.next(kept, kept)
    around = turned.part(width - 2, 0).beside(turned.part(width - 1, width - 1))
    main.next(turned, case((~loaded, kept), (enable, around), otherwise=turned))
    main.next(loaded, loaded | ~loaded)
    last = count.eq(width - 1)
    main.next(count, case((~loaded | ~enable, count), (last, count - (width - 1)), otherwise=count + 1))
    main.invariant("back", (loaded & count.eq(0)).implies(kept.eq(turned)))
    return design
