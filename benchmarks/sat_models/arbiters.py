"""Who may go: token rings, round robin, least recently used, tickets, Peterson's filter, handshakes, lights."""

from __future__ import annotations

from benchmarks.sat_models.circuit import (
    Design,
    all_of,
    any_of,
    at_most_one,
    case,
    enumeration,
    select,
    word,
)


def token_ring(size: int) -> Design:
    """A token goes round while nobody holds it."""
    design = Design(f"A token goes round {size} stations; at most one of two of them is served.")
    main = design.main
    asks = [main.free(f"ask{i}") for i in range(size)]
    token = [main.boolean(f"token{i}", i == 0) for i in range(size)]
    served = [main.boolean(f"served{i}") for i in range(size)]
    for i in range(size):
        stays = asks[i] & token[i]
        main.next(served[i], stays)
        moves = token[i - 1] & ~asks[i - 1]
        main.next(token[i], stays | moves)
    main.invariant("one_served", ~(served[0] & served[size // 2]))
    return design


def lazy_ring(size: int, bits: int) -> Design:
    """As above, but a station that waited too long takes a second token."""
    design = Design(f"A token goes round {size} stations, and one of them loses patience.")
    main = design.main
    asks = [main.free(f"ask{i}") for i in range(size)]
    token = [main.boolean(f"token{i}", i == 0) for i in range(size)]
    waited = main.word("waited", bits)
    last = size - 1
    tired = main.define("tired", waited.eq((1 << bits) - 1))
    main.next(waited, case((asks[last] & ~token[last] & ~tired, waited + 1), otherwise=waited - waited))
    for i in range(size):
        kept = (asks[i] & token[i]) | (token[i - 1] & ~asks[i - 1])
        main.next(token[i], kept | tired if i == last else kept)
    main.invariant("one_token", ~(token[0] & token[last]))
    return design


def round_robin(size: int, wrong: bool = False) -> Design:
    """Grants are kept until released, and then go to the next that asks; wrong: the last one's grant is not noticed."""
    width = (size - 1).bit_length()
    design = Design(f"A round-robin arbiter with {size} clients that keep their grants.")
    main = design.main
    asks = [main.free(f"ask{i}") for i in range(size)]
    clients = [design.instance(f"client{i}", "client") for i in range(size)]
    turn = main.word("turn", width)
    busy = main.boolean("busy")
    grants = [module.boolean("granted") for module in clients]
    seen = [module.out(grant) for module, grant in zip(clients, grants, strict=True)]
    chosen = main.define("chosen", select(turn, asks))
    for i, module in enumerate(clients):
        ask = module.parameter("ask", asks[i])
        mine = module.parameter("mine", all_of((turn.eq(i), chosen, ~busy)))
        module.next(grants[i], grants[i].mux(ask, mine))
    released = main.define("released", any_of(seen[i] & ~asks[i] for i in range(size)))
    main.next(busy, busy.mux(~released, chosen & turn.ne(size - 1) if wrong else chosen))
    stays = busy | (chosen & turn.ne(size - 1)) if wrong else busy | chosen
    main.next(turn, stays.mux(turn, turn.eq(size - 1).mux(turn - turn, turn + 1)))
    main.invariant("exclusive", at_most_one(seen))
    return design


def recency(size: int, wrong: bool = False) -> Design:
    """A matrix of who was used after whom has always a least recent one; wrong: one column is not cleared."""
    design = Design(f"Of {size} ways, one is always the least recently used.")
    main = design.main
    used = main.free("used", word((size - 1).bit_length()))
    after = {(i, j): main.boolean(f"after{i}_{j}", i < j) for i in range(size) for j in range(size) if i != j}
    for (i, j), bit in after.items():
        row, column = used.eq(i), used.eq(j)
        if wrong and (i, j) == (0, size - 1):
            column = column & ~all_of(after[i, k] for k in range(1, size))
        main.next(bit, case((row, row), (column, row), otherwise=bit))
    oldest = [all_of(~after[i, j] for j in range(size) if j != i) for i in range(size)]
    main.invariant("some_oldest", any_of(oldest))
    return design


def tickets(size: int, width: int, wrong: bool = False) -> Design:
    """A lock with tickets that wrap around; wrong: fewer tickets than customers."""
    design = Design(f"{size} customers with tickets of {width} bits: one at a time.")
    main = design.main
    who = main.free("who", word((size - 1).bit_length()))
    serving, issued = main.word("serving", width), main.word("issued", width)
    customers = [design.instance(f"customer{i}", "customer") for i in range(size)]
    takes, leaves, inside = [], [], []
    for i, module in enumerate(customers):
        state = module.state("state", enumeration("away", "waiting", "inside", "gone"), "away")
        ticket = module.word("ticket", width)
        mine = module.parameter("mine", who.eq(i))
        now, new = module.parameter("serving", serving), module.parameter("issued", issued)
        take = module.define("take", mine & state.eq("away"))
        enter = module.define("enter", all_of((mine, state.eq("waiting"), ticket.eq(now))))
        leave = module.define("leave", mine & state.eq("inside"))
        waiting, within, away = (state.constant(symbol) for symbol in ("waiting", "inside", "away"))
        module.next(state, case((take, waiting), (enter, within), (leave, away), otherwise=state))
        module.next(ticket, take.mux(new, ticket))
        takes.append(module.out(take))
        leaves.append(module.out(leave))
        inside.append(module.out(state).eq("inside"))
    main.next(issued, any_of(takes).mux(issued + 1, issued))
    main.next(serving, any_of(leaves).mux(serving + 1, serving))
    assert wrong == (size > 1 << width), "fewer tickets than customers is what goes wrong"
    main.invariant("alone", ~(inside[0] & inside[1]))
    return design


def filter_lock(size: int, wrong: bool = False) -> Design:
    """Peterson's lock for many: at each level the last to arrive waits; wrong: it need not on the last level."""
    numbers = word((size - 1).bit_length())
    design = Design(f"Peterson's filter for {size} processes lets one in at a time.")
    main = design.main
    who = main.free("who", numbers)
    level = [main.word(f"level{i}", size.bit_length()) for i in range(size)]
    waits = [main.boolean(f"waits{i}") for i in range(size)]
    last = [main.state(f"last{j}", numbers, 0) for j in range(1, size)]
    arrivals = []
    for i in range(size):
        at, mine = level[i], main.define(f"mine{i}", who.eq(i))
        ahead = all_of(level[k] < at for k in range(size) if k != i)
        another = select(at - 1, [one.ne(i) for one in last])
        if wrong:
            another = another | at.eq(size - 1)
        arrives = main.define(f"arrives{i}", all_of((mine, ~waits[i], at.ne(0), at.ne(size))))
        up = main.define(f"up{i}", mine & (at.eq(0) | (waits[i] & (ahead | another))))
        main.next(at, case((up, at + 1), (mine & at.eq(size), at - size), otherwise=at))
        main.next(waits[i], case((arrives, arrives), (up, arrives), otherwise=waits[i]))
        arrivals.append(arrives)
    for j, one in enumerate(last, start=1):
        choices = [(arrives & level[i].eq(j), one.constant(i)) for i, arrives in enumerate(arrivals)]
        main.next(one, case(*choices, otherwise=one))
    main.invariant("alone", ~(level[0].eq(size) & level[1].eq(size)))
    return design


def bakery(size: int, width: int, wrong: bool = False) -> Design:
    """Numbers are drawn above all others and start anew when all are gone; wrong: ties are let in together."""
    design = Design(f"A bakery with {size} customers and numbers of {width} bits: one is served at a time.")
    main = design.main
    who = main.free("who", word((size - 1).bit_length()))
    number = [main.word(f"number{i}", width) for i in range(size)]
    phase = [main.state(f"phase{i}", enumeration("away", "looking", "waiting", "served"), "away") for i in range(size)]
    most = number[0]
    for i in range(1, size):
        most = main.define(f"most{i}", (most < number[i]).mux(number[i], most))
    seen = [main.word(f"seen{i}", width) for i in range(size)]
    room = main.define("room", most.ne((1 << width) - 1))
    for i in range(size):
        mine = main.define(f"mine{i}", who.eq(i))
        others = [k for k in range(size) if k != i]
        behind = [
            number[k].eq(0) | (number[i] < number[k]) | (number[i].eq(number[k]) if wrong or i < k else mine & ~mine)
            for k in others
        ]
        first = all_of([*behind, *(phase[k].ne("looking") for k in others)])
        looks = main.define(f"looks{i}", all_of((mine, phase[i].eq("away"), room)))
        draws = main.define(f"draws{i}", mine & phase[i].eq("looking"))
        enters = main.define(f"enters{i}", all_of((mine, phase[i].eq("waiting"), first)))
        leaves = main.define(f"leaves{i}", mine & phase[i].eq("served"))
        to = {symbol: phase[i].constant(symbol) for symbol in phase[i].kind.symbols}
        steps = ((looks, to["looking"]), (draws, to["waiting"]), (enters, to["served"]), (leaves, to["away"]))
        main.next(phase[i], case(*steps, otherwise=phase[i]))
        main.next(seen[i], looks.mux(most, seen[i]))
        main.next(number[i], case((draws, seen[i] + 1), (leaves, number[i] - number[i]), otherwise=number[i]))
    main.invariant("alone", ~(phase[0].eq("served") & phase[1].eq("served")))
    return design


def handshakes(size: int, tokens: int) -> Design:
    """A ring of join elements, each in its own time: what goes round is neither lost nor doubled."""
    design = Design(f"A ring of {size} join elements with {tokens} tokens never comes to rest.")
    main = design.main
    ready = [main.free(f"ready{i}", section="IVAR") for i in range(size)]
    begins = [i < 2 * tokens and i % 2 == 0 for i in range(size)]
    joins = [design.instance(f"join{i}", "held_join" if first else "join") for i, first in enumerate(begins)]
    held = [module.boolean("held", first) for module, first in zip(joins, begins, strict=True)]
    for i, module in enumerate(joins):
        before = module.parameter("before", joins[i - 1].out(held[i - 1]))
        behind = module.parameter("behind", joins[(i + 1) % size].out(held[(i + 1) % size]))
        go = module.parameter("go", ready[i])
        module.next(held[i], (go & (before ^ behind)).mux(before, held[i]))
    seen = [module.out(one) for module, one in zip(joins, held, strict=True)]
    main.invariant("not_at_rest", any_of(seen) & ~all_of(seen))
    return design


def lights(roads: int, width: int, wrong: bool = False) -> Design:
    """Lights with timers of their own; wrong: at night, after the longest wait, amber is skipped."""
    design = Design(f"Lights at a crossing of {roads} roads: no two of them are open.")
    main = design.main
    cars = [main.free(f"cars{i}") for i in range(roads)]
    turn = main.word("turn", (roads - 1).bit_length())
    colours = enumeration("red", "green", "amber", "clearing")
    modules = [design.instance(f"light{i}", "light") for i in range(roads)]
    colour = [module.state("colour", colours, "red") for module in modules]
    left = [module.word("left", width) for module in modules]
    done = []
    for i, module in enumerate(modules):
        come, mine = module.parameter("come", cars[i]), module.parameter("mine", turn.eq(i))
        time, over = left[i], left[i].eq(0)
        begins = module.define("begins", all_of((mine, come, colour[i].eq("red"))))
        green, amber, clearing, red = (colour[i].constant(c) for c in ("green", "amber", "clearing", "red"))
        ends = module.define("ends", over & colour[i].eq("clearing"))
        steps = [(begins, green), (colour[i].eq("green") & over, amber), (colour[i].eq("amber") & over, clearing)]
        module.next(colour[i], case(*steps, (ends, red), otherwise=colour[i]))
        full = time.constant((1 << width) - 1)
        running = colour[i].ne("red") & ~over
        module.next(time, case((begins, full), (running, time - 1), (ends, time), otherwise=full))
        skips = module.define("skips", mine & ~come & colour[i].eq("red"))
        done.append(module.out(module.define("done", ends | skips)))
    if wrong:
        night = main.word("night", width + 1)
        main.next(night, any_of(cars).mux(night + 1, night - night))
        done.append(night.eq((1 << width + 1) - 1))
    after = turn.eq(roads - 1).mux(turn - turn, turn + 1)
    main.next(turn, any_of(done).mux(after, turn))
    open_ = [module.out(one).ne("red") for module, one in zip(modules, colour, strict=True)]
    main.invariant("one_open", at_most_one(open_))
    return design
