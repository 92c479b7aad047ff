"""Processes that take turns, as systems of labelled transitions are encoded: philosophers, schedulers, puzzles.

Who moves is an input. A process that cannot move leaves everything as it is, and a deadlock is a state in which nobody
can.
"""

from __future__ import annotations

from benchmarks.sat_models.circuit import Design, all_of, any_of, case, enumeration, word


def philosophers(size: int, fixed: bool, one_hot: bool = False) -> Design:
    """Forks left and right in turn, and back again; fixed: the last philosopher begins on the other side."""
    design = Design(f"{size} philosophers{', the last one left-handed,' if fixed else ''} can always go on.")
    main = design.main
    who = main.free("who", word((size - 1).bit_length()))
    phases = ("thinks", "has_one", "eats", "puts_down")
    forks = [main.boolean(f"taken{i}") for i in range(size)]
    able, takes, puts = [], [[] for _ in range(size)], [[] for _ in range(size)]
    for i in range(size):
        mine = main.define(f"mine{i}", who.eq(i))
        if one_hot:
            places = [main.boolean(f"{phase}{i}", k == 0) for k, phase in enumerate(phases)]
            at = dict(zip(phases, places, strict=True))
        else:
            phase = main.state(f"phase{i}", enumeration(*phases), phases[0])
            at = {symbol: phase.eq(symbol) for symbol in phases}
        first, second = (i, (i + 1) % size)
        if fixed and i == size - 1:
            first, second = second, first
        moves = {
            "thinks": at["thinks"] & ~forks[first],
            "has_one": at["has_one"] & ~forks[second],
            "eats": at["eats"],
            "puts_down": at["puts_down"],
        }
        able += [moves["thinks"], moves["has_one"], moves["eats"], moves["puts_down"]]
        does = {symbol: main.define(f"{symbol}_on{i}", mine & move) for symbol, move in moves.items()}
        takes[first].append(does["thinks"])
        takes[second].append(does["has_one"])
        puts[first].append(does["eats"])
        puts[second].append(does["puts_down"])
        if one_hot:
            for k in range(4):
                comes, goes = does[phases[k - 1]], does[phases[k]]
                main.next(places[k], case((comes, comes), (goes, comes), otherwise=places[k]))
        else:
            steps = [(does[phases[k]], phase.constant(phases[(k + 1) % 4])) for k in range(4)]
            main.next(phase, case(*steps, otherwise=phase))
    for i, fork in enumerate(forks):
        taken = any_of(takes[i])
        main.next(fork, case((taken, taken), (any_of(puts[i]), taken), otherwise=fork))
    main.invariant("no_deadlock", any_of(able))
    return design


def cyclers(size: int, wrong: bool = False) -> Design:
    """Milner's scheduler: tasks start in turn and end when they like; wrong: the first does not wait for its end."""
    design = Design(f"A scheduler starts {size} tasks in turn, none that still runs.")
    main = design.main
    who, ends = main.free("who", word((size - 1).bit_length())), main.free("ends")
    turn = [main.boolean(f"turn{i}", i == 0) for i in range(size)]
    busy = [main.boolean(f"busy{i}") for i in range(size)]
    hands = [main.boolean(f"hands{i}") for i in range(size)]
    overrun = main.boolean("overrun")
    mine = [main.define(f"mine{i}", who.eq(i)) for i in range(size)]
    ready = [turn[i] if wrong and not i else turn[i] & ~busy[i] for i in range(size)]
    starts = [main.define(f"starts{i}", all_of((mine[i], ~ends, ready[i], ~hands[i]))) for i in range(size)]
    passes = [main.define(f"passes{i}", all_of((mine[i], ~ends, hands[i]))) for i in range(size)]
    for i in range(size):
        stops = mine[i] & ends & busy[i]
        main.next(turn[i], case((passes[i - 1], passes[i - 1]), (starts[i], passes[i - 1]), otherwise=turn[i]))
        main.next(hands[i], case((starts[i], starts[i]), (passes[i], starts[i]), otherwise=hands[i]))
        main.next(busy[i], case((starts[i], starts[i]), (stops, starts[i]), otherwise=busy[i]))
    main.next(overrun, overrun | (starts[0] & busy[0]) | (starts[1] & hands[size // 2]))
    main.invariant("no_overrun", ~overrun)
    return design


def election(size: int, wrong: bool = False) -> Design:
    """Numbers go round a ring, larger ones pass; who sees its own is the leader. Wrong: two have the largest."""
    width = size.bit_length()
    design = Design(f"{size} stations in a ring choose a leader, and only one.")
    main = design.main
    who = main.free("who", word((size - 1).bit_length()))
    order = [(i * 7 + 3) % size + 1 for i in range(size)]
    if wrong:
        order[order.index(size - 1)] = size
    box = [main.word(f"box{i}", width) for i in range(size)]
    lead = [main.boolean(f"leader{i}") for i in range(size)]
    asked = [main.boolean(f"asked{i}") for i in range(size)]
    sends = []
    for i in range(size):
        mine, room = main.define(f"mine{i}", who.eq(i)), box[(i + 1) % size].eq(0)
        begins = main.define(f"begins{i}", all_of((mine, ~asked[i], room)))
        passes = main.define(f"passes{i}", all_of((mine, asked[i], box[i].constant(order[i]) < box[i], room)))
        drops = main.define(f"drops{i}", all_of((mine, asked[i], box[i] <= order[i])))
        main.next(asked[i], asked[i] | begins)
        main.next(lead[i], lead[i] | all_of((mine, asked[i], box[i].eq(order[i]))))
        sends.append((begins, passes, drops))
    for i in range(size):
        begins, passes, _ = sends[i - 1]
        empties = sends[i][1] | sends[i][2]
        none = box[i] - box[i]
        steps = ((begins, none + order[i - 1]), (passes, box[i - 1]), (empties, none))
        main.next(box[i], case(*steps, otherwise=box[i]))
    main.invariant("one_leader", ~any_of(lead[i] & lead[j] for i in range(size) for j in range(i)))
    return design


def towers(discs: int) -> Design:
    """Discs on three pegs, one moved a step: the last peg is reached after 2^discs - 1 steps."""
    design = Design(f"{discs} discs come from the first peg to the last.")
    main = design.main
    pegs = enumeration("first", "middle", "last", "nowhere")
    disc, to = main.free("disc", word((discs - 1).bit_length())), main.free("peg", pegs)
    at = [main.state(f"disc{i}", pegs, "first") for i in range(discs)]
    for i in range(discs):
        free = [disc.eq(i), to.ne("nowhere"), *(at[k].ne(at[i]) & at[k].ne(to) for k in range(i))]
        main.next(at[i], all_of(free).mux(to, at[i]))
    main.invariant("not_there", ~all_of(one.eq("last") for one in at))
    return design


def tiles(columns: int, rows: int, steps: int) -> Design:
    """A sliding puzzle, asked for a position that a fixed walk of so many steps comes to."""
    size = columns * rows
    design = Design(f"Tiles on {columns} x {rows} fields come to a position {steps} steps away at most.")
    main = design.main
    way = main.free("way", enumeration("left", "right", "up", "down"))
    width = (size - 1).bit_length()
    cells = [main.word(f"cell{i}", width, i) for i in range(size)]
    offsets = {"left": -1, "right": 1, "up": -columns, "down": columns}
    moves = []
    for i in range(size):
        for name, offset in offsets.items():
            j = i + offset
            level = name in ("up", "down") or j // columns == i // columns
            if 0 <= j < size and level:
                go = main.define(f"{name}{i}", way.eq(name) & cells[i].eq(0))
                moves.append((i, j, name, go))
    for i in range(size):
        out = [(go, cells[j]) for k, j, _, go in moves if k == i]
        into = [(go, cells[i] - cells[i]) for _, j, _, go in moves if j == i]
        main.next(cells[i], case(*out, *into, otherwise=cells[i]))
    position, blank, seed, last = list(range(size)), 0, 5, -1
    for _ in range(steps):
        options = [j for k, j, _, _ in moves if k == blank and j != last]
        seed = (seed * 1103515245 + 12345) % 2**31
        target = options[(seed >> 16) % len(options)]
        position[blank], position[target] = position[target], position[blank]
        blank, last = target, blank
    main.invariant("not_there", ~all_of(cell.eq(value) for cell, value in zip(cells, position, strict=True)))
    return design
