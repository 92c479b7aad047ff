"""Families for proofs by parts: what the first module needs of the second stays the same while both grow.

`queues` needs `!(push & pop)` of an arbiter, a clause over the interface. `spaced` needs that no pop comes one step
after a push, and sees registers alone: every letter can come, so that no clause without memory will do. `staged` needs
that nothing is pushed until what was pushed before has been passed on: every letter can come alone, so no clause
without memory will do, and one bit of history is enough.
Split both as `consumer | producer`. The scrambler decides when the token moves, and has nothing
to do with the proof. The premises are here too, with the assumption written down, to be measured by themselves.
"""

from __future__ import annotations

from benchmarks.sat_models.circuit import Design, Module, Value, all_of, case, parity, select, word


def _tokens(module: Module, stations: int, scrambler: int) -> list[Value]:
    """A token among stations that moves now and then."""
    token = [module.boolean(f"token{i}", i == 0) for i in range(stations)]
    noise, stir = module.word("noise", scrambler, 1), module.free("stir")
    taps = (scrambler - 1, scrambler // 2, scrambler // 3, 0)
    fed = parity((stir, *(noise.bit(tap) for tap in sorted(set(taps), reverse=True))))
    module.next(noise, noise.part(scrambler - 2, 0).beside(fed.as_word()))
    moves = module.define("moves", noise.bit(0))
    for i in range(stations):
        module.next(token[i], moves.mux(token[i - 1], token[i]))
    return token


def _shift(module: Module, push: Value, pop: Value, data: Value, depth: int) -> tuple[Value, Value]:
    """Head and count of a queue whose words move up."""
    cells = [module.word(f"moved{i}", data.kind.width) for i in range(depth)]
    count = module.word("count", depth.bit_length())
    put = module.define("put", push & count.ne(depth))
    take = module.define("take", pop & count.ne(0))
    module.next(count, case((put & ~take, count + 1), (take & ~put, count - 1), otherwise=count))
    for i in range(depth):
        behind = cells[i + 1] if i + 1 < depth else cells[i]
        last = put & take.mux(count.eq(i + 1), count.eq(i))
        module.next(cells[i], case((last, data), (take, behind), otherwise=cells[i]))
    return cells[0], count


def _pointers(module: Module, push: Value, pop: Value, data: Value, depth: int, careless: bool) -> Value:
    """Head of a ring of words; a careless one forgets the pop when a push comes with it."""
    cells = [module.word(f"cell{i}", data.kind.width) for i in range(depth)]
    first, last, size = (module.word(name, depth.bit_length()) for name in ("first", "last", "size"))
    put = module.define("stores", push & size.ne(depth))
    take = module.define("frees", ~push & pop & size.ne(0) if careless else pop & size.ne(0))

    def after(pointer: Value) -> Value:
        return pointer.eq(depth - 1).mux(pointer - (depth - 1), pointer + 1)

    module.next(first, take.mux(after(first), first))
    module.next(last, put.mux(after(last), last))
    module.next(size, case((put & ~take, size + 1), (take & ~put, size - 1), otherwise=size))
    for i in range(depth):
        module.next(cells[i], (put & last.eq(i)).mux(data, cells[i]))
    return module.define("head", select(first, cells))


def _grants(producer: Module, stations: int, scrambler: int) -> tuple[Value, Value]:
    """Two opposite stations that have the token and ask; all stations remember that they were served."""
    asks = [producer.free(f"ask{i}") for i in range(stations)]
    token = _tokens(producer, stations, scrambler)
    for i in range(stations):
        producer.next(producer.boolean(f"served{i}"), token[i] & asks[i])
    middle = stations // 2
    return token[0] & asks[0], token[middle] & asks[middle]


def _arbiter(producer: Module, stations: int, scrambler: int) -> tuple[Value, Value]:
    """Pushes and pops of a token arbiter."""
    push, pop = _grants(producer, stations, scrambler)
    return producer.define("push", push), producer.define("pop", pop)


def _queues(consumer: Module, push: Value, pop: Value, data: Value, depth: int) -> Value:
    head, count = _shift(consumer, push, pop, data, depth)
    ring = _pointers(consumer, push, pop, data, depth, careless=True)
    return consumer.define("same", count.eq(0) | head.eq(ring))


def queues(stations: int, scrambler: int, width: int, depth: int) -> Design:
    """Two queues that agree if push and pop never come together, fed by two grants of a token arbiter."""
    design = Design(f"Two queues for {depth} words of {width} bits, served by an arbiter of {stations} stations.")
    data = design.main.free("data", word(width))
    producer, consumer = design.instance("producer", "arbiter"), design.instance("consumer", "queues")
    push, pop = _arbiter(producer, stations, scrambler)
    ports = _ports(producer, consumer, {"push": push, "pop": pop}, data)
    design.main.invariant("same_head", consumer.out(_queues(consumer, *ports, depth)))
    return design


def _ports(producer: Module, consumer: Module, sent: dict[str, Value], data: Value) -> list[Value]:
    """What the consumer gets: what the producer sends, and data from outside."""
    given = {**{name: producer.out(value) for name, value in sent.items()}, "data": data}
    return [consumer.parameter(name, value) for name, value in given.items()]


def spaced(stations: int, scrambler: int, width: int, depth: int) -> Design:
    """Two queues that agree if no pop comes one step after a push, fed by registers of a token arbiter."""
    design = Design(f"Two queues for {depth} words of {width} bits, served with a delay by {stations} stations.")
    data = design.main.free("data", word(width))
    producer, consumer = design.instance("producer", "delayed"), design.instance("consumer", "spaced")
    grants = dict(zip(("push", "pop"), _grants(producer, stations, scrambler), strict=True))
    registers = {name: producer.boolean(name) for name in grants}
    for name, grant in grants.items():
        producer.next(registers[name], grant)
    push, pop, given = _ports(producer, consumer, registers, data)
    pushed = consumer.boolean("pushed")
    consumer.next(pushed, push)
    head, count = _shift(consumer, push, pop, given, depth)
    ring = _pointers(consumer, push, pop & ~pushed, given, depth, careless=False)
    design.main.invariant("same_head", consumer.out(consumer.define("same", count.eq(0) | head.eq(ring))))
    return design


def queues_consumer(width: int, depth: int) -> Design:
    """The first premise: the queues, with the assumption as a constraint."""
    design = Design("Two queues whose pushes and pops never come together.")
    main = design.main
    push, pop, data = main.free("push"), main.free("pop"), main.free("data", word(width))
    main.constraint(~(push & pop))
    main.invariant("same_head", _queues(main, push, pop, data, depth))
    return design


def queues_producer(stations: int, scrambler: int) -> Design:
    """The second premise: the arbiter keeps the assumption."""
    design = Design("An arbiter that never grants a push and a pop together.")
    push, pop = _arbiter(design.main, stations, scrambler)
    design.main.invariant("apart", ~(push & pop))
    return design


def _turns(producer: Module, stations: int, scrambler: int) -> tuple[Value, Value]:
    """An arbiter that pushes again only after what was pushed has been passed."""
    push, passes = _grants(producer, stations, scrambler)
    owes = producer.boolean("owes")
    push, passes = producer.define("push", push & ~owes), producer.define("pass", passes)
    producer.next(owes, case((push, push), (passes, push), otherwise=owes))
    return push, passes


def _staged(consumer: Module, push: Value, passes: Value, data: Value, depth: int) -> Value:
    """Two queues with a place before them, which differ if a word is pushed while one waits or passes."""
    drain = consumer.free("drain")
    waits, near, far = consumer.boolean("waits"), *(consumer.word(name, data.kind.width) for name in ("near", "far"))
    consumer.next(waits, case((push, push), (passes, push), otherwise=waits))
    consumer.next(near, push.mux(data, near))
    consumer.next(far, (push & ~waits).mux(data, far))
    enters = consumer.define("enters", passes & (waits | push))
    head, count = _shift(consumer, enters, drain, waits.mux(near, data), depth)
    comes = consumer.define("comes", all_of((passes, waits, ~push)))
    ring = _pointers(consumer, comes, drain, far, depth, careless=False)
    return consumer.define("same", count.eq(0) | head.eq(ring))


def staged(stations: int, scrambler: int, width: int, depth: int) -> Design:
    """Two queues with a place before them that must be empty when something comes, fed by such an arbiter."""
    design = Design(f"Two queues for {depth} words of {width} bits, filled in two steps by {stations} stations.")
    data = design.main.free("data", word(width))
    producer, consumer = design.instance("producer", "turns"), design.instance("consumer", "staged")
    push, passes = _turns(producer, stations, scrambler)
    ports = _ports(producer, consumer, {"push": push, "pass": passes}, data)
    design.main.invariant("same_head", consumer.out(_staged(consumer, *ports, depth)))
    return design


def _history(main: Module, push: Value, passes: Value) -> Value:
    """Nothing is pushed together with a pass, or before the pass of what was pushed, which one bit remembers."""
    pushed = main.boolean("pushed")
    main.next(pushed, case((push, push), (passes, push), otherwise=pushed))
    return ~(push & (pushed | passes))


def staged_consumer(width: int, depth: int) -> Design:
    """The first premise: the queues, with the assumption and its bit of history as a constraint."""
    design = Design("Two queues with a place before them that is empty when something comes.")
    main = design.main
    push, passes, data = main.free("push"), main.free("pass"), main.free("data", word(width))
    main.constraint(_history(main, push, passes))
    main.invariant("same_head", _staged(main, push, passes, data, depth))
    return design


def staged_producer(stations: int, scrambler: int) -> Design:
    """The second premise: the arbiter keeps the assumption."""
    design = Design("An arbiter that pushes again only after a pass.")
    push, passes = _turns(design.main, stations, scrambler)
    design.main.invariant("in_turn", _history(design.main, push, passes))
    return design
