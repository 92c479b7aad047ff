"""Queues and links: two queues compared, stacks, sorted queues, credits, windows, retransmission."""

from __future__ import annotations

from benchmarks.sat_models.circuit import BOOLEAN, Design, Module, Value, all_of, case, enumeration, select, word


def shift_queue(module: Module, push: Value, pop: Value, data: Value, depth: int) -> tuple[Value, Value, Value]:
    """Head, emptiness and fullness of a queue whose words move up when one is taken."""
    width = data.kind.width
    cells = [module.word(f"cell{i}", width) for i in range(depth)]
    count = module.word("count", depth.bit_length())
    empty = module.define("empty", count.eq(0))
    full = module.define("full", count.eq(depth))
    put, take = module.define("put", push & ~full), module.define("take", pop & ~empty)
    module.next(count, case((put & ~take, count + 1), (take & ~put, count - 1), otherwise=count))
    for i in range(depth):
        behind = cells[i + 1] if i + 1 < depth else cells[i]
        last = put & take.mux(count.eq(i + 1), count.eq(i))
        module.next(cells[i], case((last, data), (take, behind), otherwise=cells[i]))
    return cells[0], empty, full


def ring_queue(module: Module, push: Value, pop: Value, data: Value, depth: int, wrong: bool) -> tuple[Value, ...]:
    """The same of a queue of pointers; wrong: a put into the last place while one is taken from the first is lost."""
    width, places = data.kind.width, (depth - 1).bit_length()
    cells = [module.word(f"cell{i}", width) for i in range(depth)]
    first, last = module.word("first", places), module.word("last", places)
    some = module.boolean("some")
    empty = module.define("empty", first.eq(last) & ~some)
    full = module.define("full", first.eq(last) & some)
    put, take = module.define("put", push & ~full), module.define("take", pop & ~empty)

    def after(pointer: Value) -> Value:
        return pointer.eq(depth - 1).mux(pointer - (depth - 1), pointer + 1)

    module.next(first, take.mux(after(first), first))
    module.next(last, put.mux(after(last), last))
    module.next(some, case((put & ~take, put), (take & ~put, put), otherwise=some))
    for i in range(depth):
        here = put & last.eq(i)
        if wrong and i == depth - 1:
            here = here & ~(take & first.eq(0))
        module.next(cells[i], here.mux(data, cells[i]))
    return module.define("head", select(first, cells)), empty, full


def queue_pair(depth: int, width: int, wrong: bool = False) -> Design:
    """A queue that shifts and a ring say the same of their heads."""
    design = Design(f"Two queues of {depth} words of {width} bits, a shift register and a ring, have the same head.")
    main = design.main
    push, pop, data = main.free("push"), main.free("pop"), main.free("data", word(width))
    heads = []
    for name, kind in (("shifting", "shift_queue"), ("pointing", "ring_queue")):
        module = design.instance(name, kind)
        ports = [module.parameter(*port) for port in (("push", push), ("pop", pop), ("data", data))]
        queue = (
            shift_queue(module, *ports, depth) if kind == "shift_queue" else ring_queue(module, *ports, depth, wrong)
        )
        heads.append([module.out(value) for value in queue])
    (near, empty, _), (far, _, _) = heads
    main.invariant("same_head", empty | near.eq(far))
    return design


def stack_pair(depth: int, width: int, wrong: bool = False) -> Design:
    """A stack with a pointer and one that shifts; wrong: the pointer may pass the end."""
    design = Design(f"Two stacks of {depth} words of {width} bits, by a pointer and by shifting, have the same top.")
    main = design.main
    push, pop, data = main.free("push"), main.free("pop"), main.free("data", word(width))
    count = main.word("count", depth.bit_length())
    level = [main.boolean(f"level{i}") for i in range(depth)]
    put = main.define("put", push & ~level[-1])
    take = main.define("take", ~put & pop & level[0])
    room = push if wrong else push & count.ne(depth)
    main.next(count, case((room, count + 1), (pop & count.ne(0), count - 1), otherwise=count))
    cells = [main.word(f"cell{i}", width) for i in range(depth)]
    moved = [main.word(f"moved{i}", width) for i in range(depth)]
    for i in range(depth):
        main.next(cells[i], (room & count.eq(i)).mux(data, cells[i]))
        below = level[i - 1] if i else put
        above = level[i + 1] if i + 1 < depth else take & ~take
        main.next(level[i], case((put, below), (take, above), otherwise=level[i]))
        deeper = moved[i + 1] if i + 1 < depth else moved[i]
        main.next(moved[i], case((put, moved[i - 1] if i else data), (take, deeper), otherwise=moved[i]))
    top = select(count, [cells[0], *cells])
    main.invariant("same_top", ~level[0] | top.eq(moved[0]))
    return design


def sorted_queue(size: int, width: int, wrong: bool = False) -> Design:
    """Words are put where they belong; the middle is not below the last. Wrong: a full queue forgets to compare."""
    design = Design(f"A queue that keeps {size} words of {width} bits in order.")
    main = design.main
    put, take, data = main.free("put"), main.free("take"), main.free("data", word(width))
    cells = [main.word(f"cell{i}", width) for i in range(size)]
    for i in range(size):
        above = case(
            (cells[i] < data, (cells[i - 1] < data).mux(cells[i - 1], data) if i else data), otherwise=cells[i]
        )
        if wrong and i == size - 1:
            above = cells[i - 1].ne(0).mux(data, above)
        after = cells[i + 1] if i + 1 < size else cells[i] - cells[i]
        main.next(cells[i], case((put, above), (take, after), otherwise=cells[i]))
    main.invariant("in_order", cells[-1] <= cells[size // 2])
    return design


def credits(width: int, total: int, wrong: bool = False) -> Design:
    """Credits, words under way and words stored add up; wrong: a credit comes back twice when the store fills up."""
    design = Design(f"A sender with {total} credits never overruns the receiver.")
    main = design.main
    send, arrive, use = main.free("send"), main.free("arrive"), main.free("use")
    credit, flight, store = main.word("credit", width, total), main.word("flight", width), main.word("store", width)
    back = main.word("back", width)
    sends = main.define("sends", send & credit.ne(0))
    arrives = main.define("arrives", ~sends & arrive & flight.ne(0))
    uses = main.define("uses", ~sends & ~arrives & use & store.ne(0))
    returns = main.define("returns", ~sends & ~arrives & ~uses & back.ne(0))
    main.next(credit, case((sends, credit - 1), (returns, credit + 1), otherwise=credit))
    main.next(flight, case((sends, flight + 1), (arrives, flight - 1), otherwise=flight))
    main.next(store, case((arrives, store + 1), (uses, store - 1), otherwise=store))
    kept = returns & ~(store.eq(total - 1) & flight.eq(0)) if wrong else returns
    main.next(back, case((uses, back + 1), (kept, back - 1), otherwise=back))
    main.invariant("no_overrun", store <= total)
    return design


def window(width: int, size: int, wrong: bool = False) -> Design:
    """A sliding window over channels that keep one number each and may lose it; numbers wrap around."""
    design = Design(f"A sliding window of {size}, numbers of {width} bits, one message and one answer under way.")
    main = design.main
    action = main.free("action", enumeration("send", "again", "receive", "answer", "heed", "lose"))
    base, fresh, wanted = main.word("base", width), main.word("fresh", width), main.word("wanted", width)
    number, reply = main.word("number", width), main.word("reply", width)
    carried, replied = main.boolean("carried"), main.boolean("replied")
    room = fresh - base
    sends = main.define("sends", action.eq("send") & ((room <= size) if wrong else (room < size)))
    repeats = main.define("repeats", action.eq("again") & base.ne(fresh))
    receives = main.define("receives", action.eq("receive") & carried)
    answers = main.define("answers", action.eq("answer"))
    heeds = main.define("heeds", action.eq("heed") & replied)
    main.next(fresh, sends.mux(fresh + 1, fresh))
    main.next(number, case((sends, fresh), (repeats, base), otherwise=number))
    main.next(
        carried, case((sends | repeats, sends | repeats), (receives | action.eq("lose"), sends), otherwise=carried)
    )
    main.next(wanted, (receives & number.eq(wanted)).mux(wanted + 1, wanted))
    main.next(reply, answers.mux(wanted, reply))
    main.next(replied, case((answers, answers), (heeds, answers), otherwise=replied))
    main.next(base, heeds.mux(reply, base))
    main.invariant("within", (wanted - base) <= size)
    return design


def retransmission(width: int, wrong: bool = False) -> Design:
    """An alternating bit over a link that loses; words must come in order. Wrong: an old answer is believed."""
    design = Design(f"Words of {width} bits over a link that loses, numbered by an alternating bit.")
    main = design.main
    loses, losing = main.free("loses"), main.free("losing")
    turn = main.free("turn", enumeration("near", "far"))
    sender, receiver, link = (design.instance(name, f"{name}s") for name in ("sender", "receiver", "link"))
    word_sent, bit = sender.word("item", width), sender.boolean("bit")
    wanted, expected = receiver.word("wanted", width), receiver.boolean("expected")
    passed = receiver.boolean("passed")
    state = link.state("state", enumeration("idle", "message", "answer", "quiet"), "idle")
    item, flag = link.word("item", width), link.boolean("flag")

    at = {name: sender.parameter(name, link.out(value)) for name, value in (("state", state), ("flag", flag))}
    mine = sender.parameter("mine", turn.eq("near"))
    heeds = mine & at["state"].eq("answer") & (at["flag"].eq(bit) if not wrong else at["flag"] | ~at["flag"])
    sender.next(bit, heeds.mux(~bit, bit))
    sender.next(word_sent, heeds.mux(word_sent + 1, word_sent))

    at = {
        name: receiver.parameter(name, link.out(value))
        for name, value in (("state", state), ("flag", flag), ("item", item))
    }
    yours = receiver.parameter("yours", turn.eq("far"))
    new = receiver.define("new", yours & at["state"].eq("message") & at["flag"].eq(expected))
    receiver.next(expected, new.mux(~expected, expected))
    receiver.next(wanted, new.mux(wanted + 1, wanted))
    receiver.next(passed, passed | (new & at["item"].ne(wanted)))

    out = {name: link.parameter(name, sender.out(value)) for name, value in (("payload", word_sent), ("bit", bit))}
    seen = link.parameter("expected", receiver.out(expected))
    lost, lost_too = link.parameter("loses", loses), link.parameter("losing", losing)
    sends = link.parameter("sends", turn.eq("near"))
    message, answer, idle = (state.constant(name) for name in ("message", "answer", "idle"))
    link.next(
        state,
        case((sends, lost.mux(idle, message)), (state.eq("message"), lost_too.mux(idle, answer)), otherwise=state),
    )
    link.next(item, sends.mux(out["payload"], item))
    link.next(flag, case((sends, out["bit"]), (state.eq("message"), ~seen), otherwise=flag))
    main.invariant("in_order", ~receiver.out(passed))
    return design


def gates_chain(stages: int, width: int) -> Design:
    """Stages that hand a word on when the next one is empty; a word and a tag made from it stay together."""
    design = Design(f"{stages} stages hand words of {width} bits on; word and copy go the same way.")
    main = design.main
    data, comes = main.free("data", word(width)), main.free("comes")
    moves = [main.free(f"move{i}", BOOLEAN) for i in range(stages)]
    held = [main.boolean(f"held{i}") for i in range(stages)]
    words = [main.word(f"word{i}", width) for i in range(stages)]
    copies = [main.word(f"copy{i}", width, (1 << width) - 1) for i in range(stages)]
    go = []
    for i in range(stages):
        free = ~held[i + 1] if i + 1 < stages else held[i] | ~held[i]
        go.append(main.define(f"go{i}", all_of((held[i], moves[i], free))))
    enters = main.define("enters", comes & ~held[0])
    for i in range(stages):
        gets = go[i - 1] if i else enters
        main.next(held[i], case((gets, gets), (go[i], gets), otherwise=held[i]))
        main.next(words[i], gets.mux(words[i - 1] if i else data, words[i]))
        main.next(copies[i], gets.mux(copies[i - 1] if i else ~data, copies[i]))
    main.invariant("together", ~held[-1] | words[-1].eq(~copies[-1]))
    return design
