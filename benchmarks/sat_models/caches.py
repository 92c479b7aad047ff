"""Cache coherence: a bus with MSI or MESI nodes, and a directory with messages under way."""

from __future__ import annotations

from benchmarks.sat_models.circuit import Design, all_of, any_of, at_most_one, case, enumeration, word


def bus(size: int, exclusive: bool = False, wrong: bool = False) -> Design:
    """One transaction a step; who has a line alone writes without one. Wrong: after a long rest it is not told."""
    design = Design(f"{size} caches on a bus, {'MESI' if exclusive else 'MSI'}: a writer is alone.")
    main = design.main
    who = main.free("who", word((size - 1).bit_length()))
    what = main.free("what", enumeration("read", "write", "evict", "nothing"))
    states = enumeration("invalid", "shared", "modified", "exclusive")
    modules = [design.instance(f"cache{i}", "cache") for i in range(size)]
    state = [module.state("state", states, "invalid") for module in modules]
    seen = [module.out(one) for module, one in zip(modules, state, strict=True)]
    held = main.define("held", any_of(one.ne("invalid") for one in seen))
    silent = main.define("silent", any_of(who.eq(i) & one.eq("exclusive") for i, one in enumerate(seen)))
    rest = main.word("rest", 4)
    main.next(rest, case((what.ne("nothing"), rest - rest), (rest.eq(15), rest), otherwise=rest + 1))
    for i, module in enumerate(modules):
        mine, act = module.parameter("mine", who.eq(i)), module.parameter("what", what)
        some, quiet = module.parameter("some", held), module.parameter("silent", silent)
        slept = module.parameter("slept", rest.eq(15))
        now = state[i]
        to = {symbol: now.constant(symbol) for symbol in states.symbols}
        told = all_of((~mine, act.eq("write"), ~quiet))
        if wrong:
            told = told & ~(slept & now.eq("exclusive"))
        steps = [
            (
                all_of((mine, act.eq("read"), now.eq("invalid"))),
                some.mux(to["shared"], to["exclusive"]) if exclusive else to["shared"],
            ),
            (mine & act.eq("write"), to["modified"]),
            (mine & act.eq("evict"), to["invalid"]),
            (told, to["invalid"]),
            (all_of((~mine, act.eq("read"), now.ne("invalid"))), to["shared"]),
        ]
        module.next(now, case(*steps, otherwise=now))
    main.invariant("one_writer", at_most_one([one.eq("modified") for one in seen]))
    return design


def directory(size: int, wrong: bool = False) -> Design:
    """A home node serves one request at a time by messages; wrong: it grants before the last answer has come."""
    design = Design(f"A directory for {size} caches with requests, invalidations and answers under way.")
    main = design.main
    who, action = main.free("who", word((size - 1).bit_length())), main.free("action", word(3))
    idle, wants_all = main.boolean("idle", True), main.boolean("wants_all")
    client = main.word("client", (size - 1).bit_length())
    owned = main.boolean("owned")
    lines = enumeration("invalid", "shared", "owner", "unused")
    asked = enumeration("none", "share", "own", "unused")
    told = enumeration("nothing", "recall", "share", "own")
    cache = [main.state(f"cache{i}", lines, "invalid") for i in range(size)]
    request = [main.state(f"request{i}", asked, "none") for i in range(size)]
    message = [main.state(f"message{i}", told, "nothing") for i in range(size)]
    answer = [main.boolean(f"answer{i}") for i in range(size)]
    sharer = [main.boolean(f"sharer{i}") for i in range(size)]
    pending = [main.boolean(f"pending{i}") for i in range(size)]
    mine = [main.define(f"mine{i}", who.eq(i)) for i in range(size)]
    does = [main.define(f"does{k}", action.eq(k)) for k in range(8)]
    takes = [main.define(f"takes{i}", all_of((mine[i], does[1], idle, request[i].ne("none")))) for i in range(size)]
    needed = main.define("needed", ~idle & (wants_all | owned))
    recalls = [
        main.define(f"recalls{i}", all_of((mine[i], does[2], needed, pending[i], message[i].eq("nothing"))))
        for i in range(size)
    ]
    heard = [main.define(f"heard{i}", all_of((mine[i], does[4], ~idle, answer[i]))) for i in range(size)]
    left = sharer if not wrong else sharer[:-1]
    quiet = main.define("quiet", ~any_of(left))
    serves = [
        main.define(
            f"serves{i}",
            all_of((mine[i], does[5], ~idle, client.eq(i), message[i].eq("nothing"), wants_all.mux(quiet, ~owned))),
        )
        for i in range(size)
    ]
    taken, served, heard_any = any_of(takes), any_of(serves), any_of(heard)
    main.next(idle, case((taken, ~taken), (served, served), otherwise=idle))
    main.next(client, case(*((takes[i], client.constant(i)) for i in range(size)), otherwise=client))
    main.next(wants_all, case(*((takes[i], request[i].eq("own")) for i in range(size)), otherwise=wants_all))
    main.next(owned, case((heard_any, ~heard_any), (served, wants_all), otherwise=owned))
    for i in range(size):
        asks = mine[i] & does[0] & request[i].eq("none")
        wants = {symbol: request[i].constant(symbol) for symbol in asked.symbols}
        gets = mine[i] & does[6]
        main.next(
            request[i],
            case(
                (asks & cache[i].eq("invalid"), wants["share"]),
                (mine[i] & does[7] & request[i].eq("none") & cache[i].ne("owner"), wants["own"]),
                (takes[i], wants["none"]),
                otherwise=request[i],
            ),
        )
        says = {symbol: message[i].constant(symbol) for symbol in told.symbols}
        obeys = main.define(f"obeys{i}", all_of((mine[i], does[3], message[i].eq("recall"), ~answer[i])))
        grant = wants_all.mux(says["own"], says["share"])
        main.next(
            message[i],
            case(
                (recalls[i], says["recall"]),
                (serves[i], grant),
                (obeys, says["nothing"]),
                (gets & message[i].ne("recall"), says["nothing"]),
                otherwise=message[i],
            ),
        )
        line = {symbol: cache[i].constant(symbol) for symbol in lines.symbols}
        main.next(
            cache[i],
            case(
                (obeys, line["invalid"]),
                (gets & message[i].eq("share"), line["shared"]),
                (gets & message[i].eq("own"), line["owner"]),
                otherwise=cache[i],
            ),
        )
        main.next(answer[i], case((obeys, obeys), (heard[i], obeys), otherwise=answer[i]))
        main.next(sharer[i], case((serves[i], served), (heard[i], served), otherwise=sharer[i]))
        main.next(pending[i], case((taken, sharer[i]), (recalls[i], ~recalls[i]), otherwise=pending[i]))
    main.invariant("one_owner", ~(cache[0].eq("owner") & cache[size - 1].ne("invalid")))
    return design
