from quidpro.engines.explicit.saturated.encoding import Encoding, Level, one_level_each
from quidpro.engines.explicit.saturated.hubs import hub_sets
from quidpro.engines.explicit.saturated.order import Hypergraph, force
def members(system, leave=()):
    found={}
    for n,c in enumerate(system.components):
        if n in leave: continue
        for a in c.lts.alphabet: found.setdefault(a,[]).append(n)
    return list(found.values())
def plain(system):
    g=Hypergraph(len(system.components), members(system))
    return force(g)
def split(system, owners, reverse=False):
    g=Hypergraph(len(system.components), members(system, owners))
    order=[n for n in force(g) if n not in owners]
    if reverse: order.reverse()
    mine={}
    common=[]
    for hub, states in owners.items():
        by={}
        for s,o in enumerate(states): by.setdefault(o,[]).append(s)
        for o,ss in by.items():
            lv=Level(hub,tuple(ss),True)
            (common if o is None else mine.setdefault(o,[])).append(lv)
    levels=[]
    for n in order:
        levels.append(Level(n,tuple(range(system.components[n].lts.states))))
        levels+=mine.get(n,[])
    return Encoding(system,tuple(levels+common))
