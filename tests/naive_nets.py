"""Markings of a net by plain search, and nets at random: no code of the front end in it but the words of PNML."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

HEAD = '<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">'
TAIL = "</page></net></pnml>"


@dataclass
class NaiveNet:
    """Places by name with their tokens, transitions by name with what they take and put."""

    places: dict[str, int]
    transitions: dict[str, tuple[dict[str, int], dict[str, int]]]
    units: list[list[str]] = field(default_factory=list)

    def pnml(self, safe: bool = True) -> str:
        lines = [HEAD]
        for place, tokens in self.places.items():
            lines.append(f'<place id="{place}"><initialMarking><text>{tokens}</text></initialMarking></place>')
        for name, (takes, puts) in self.transitions.items():
            lines.append(f'<transition id="{name}"/>')
            arcs = [(p, name, n) for p, n in takes.items()] + [(name, p, n) for p, n in puts.items()]
            for source, target, weight in arcs:
                text = f"<inscription><text>{weight}</text></inscription>"
                lines.append(f'<arc source="{source}" target="{target}">{text}</arc>')
        if self.units:
            lines.append(f'<toolspecific tool="nupn" version="1.1"><structure safe="{str(safe).lower()}">')
            for number, unit in enumerate(self.units):
                lines.append(f'<unit id="u{number}"><places>{" ".join(unit)}</places><subunits/></unit>')
            lines.append("</structure></toolspecific>")
        return "\n".join([*lines, TAIL])

    def explore(self, most: int = 600) -> tuple[int, int, int] | None:
        """The numbers of markings, of transitions between them and of dead ones; None where there are too many."""
        names = list(self.places)
        queue = [tuple(self.places.values())]
        seen, arcs, dead = set(queue), set(), 0
        for marking in queue:
            before = dict(zip(names, marking, strict=True))
            stuck = True
            for name, (takes, puts) in self.transitions.items():
                if all(before[p] >= n for p, n in takes.items()):
                    stuck = False
                    after = tuple(before[p] - takes.get(p, 0) + puts.get(p, 0) for p in names)
                    arcs.add((marking, name, after))
                    if after not in seen:
                        seen.add(after)
                        queue.append(after)
            dead += stuck
            if len(seen) > most:
                return None
        return len(seen), len(arcs), dead

    def is_safe(self) -> bool:
        """Whether every unit has one token at most, in every reachable marking."""
        names = list(self.places)
        queue = [tuple(self.places.values())]
        seen = set(queue)
        for marking in queue:
            before = dict(zip(names, marking, strict=True))
            if any(sum(before[p] for p in unit) > 1 for unit in self.units):
                return False
            for takes, puts in self.transitions.values():
                if all(before[p] >= n for p, n in takes.items()):
                    after = tuple(before[p] - takes.get(p, 0) + puts.get(p, 0) for p in names)
                    if after not in seen:
                        seen.add(after)
                        queue.append(after)
        return True


def random_net(seed: int) -> NaiveNet:
    """A small net: some conserve tokens, some do not, some grow for ever."""
    rng = random.Random(seed)
    places = {f"p{i}": rng.choice([0, 0, 1, 1, 2, 3]) for i in range(rng.randint(0, 5))}
    heavy, conserving = rng.random() < 0.3, rng.random() < 0.6
    transitions = {}
    for number in range(rng.randint(0, 6)):
        takes = _some(rng, places, heavy)
        puts = _some(rng, places, heavy)
        if conserving and places:
            puts = {}
            for _ in range(sum(takes.values())):
                place = rng.choice(list(places))
                puts[place] = puts.get(place, 0) + 1
        transitions[f"t{number}"] = takes, puts
    return NaiveNet(places, transitions)


def _some(rng: random.Random, places: dict[str, int], heavy: bool) -> dict[str, int]:
    chosen = rng.sample(list(places), min(len(places), rng.choice([0, 1, 1, 1, 2, 2, 3])))
    return {place: rng.choice([1, 1, 2, 3]) if heavy else 1 for place in chosen}


def random_safe_net(seed: int) -> NaiveNet:
    """Machines of a few places that move one token each, some steps in common: at times a step too many."""
    rng = random.Random(seed)
    units = [[f"p{u}_{i}" for i in range(rng.randint(1, 3))] for u in range(rng.randint(1, 3))]
    places = {place: 0 for unit in units for place in unit}
    for unit in units:
        if rng.random() < 0.8:
            places[rng.choice(unit)] = 1
    transitions = {}
    for number in range(rng.randint(1, 6)):
        takes, puts = {}, {}
        for unit in rng.sample(units, rng.randint(1, len(units))):
            if rng.random() < 0.9:
                takes[rng.choice(unit)] = 1
            if rng.random() < 0.9:
                puts[rng.choice(unit)] = 1
        transitions[f"t{number}"] = takes, puts
    return NaiveNet(places, transitions, units)
