"""Groups that can be interchanged: what is found, what is not, and that smallest assumptions stay as small."""

from __future__ import annotations

import pytest

from benchmarks.client_server import client_server
from quidpro.core.budget import Budget
from quidpro.engines.explicit.circular.game import Game, alphabets_of
from quidpro.engines.explicit.circular.skeleton import parse_uses, use_all
from quidpro.engines.explicit.shared.rounds import Log
from quidpro.learning.smallest.encodings import Member
from quidpro.lts import LTS
from quidpro.lts.ops import complete_property
from tests.asking import Problem, solve
from tests.unit.circular_samples import languages, of_table, premises, random_twins, tuples


def classes(groups, goal, uses=None):
    parts = [[lts] for lts in groups]
    game = Game(parts, [goal], alphabets_of(parts, [goal]), Log(Budget()), uses=uses or use_all(len(groups)))
    return tuple(one.groups for one in game.symmetry())


def of_system(system, uses=None):
    return classes([c.lts for c in system.processes], system.properties[0].lts, uses)


def circular(system, **options):
    split = tuple((c.name,) for c in system.processes)
    chosen = {"candidates": False, **options}
    return solve(Problem(system, "safety", system.properties[0].name, split=split, options=chosen), "circular")


def size(verdict):
    assert verdict.certified
    return sum(a.lts.states for a in verdict.assumptions)


class TestWhatCanBeInterchanged:
    A, B = (LTS.of([(0, f"{x}.get", 1), (1, f"{x}.put", 0)]) for x in "ab")
    TURNS = complete_property(LTS.of([(0, "a.get", 1), (1, "a.put", 0), (0, "b.get", 2), (2, "b.put", 0)]))
    FIRST = complete_property(LTS.of([(0, "a.get", 1), (1, "b.get", 1), (1, "a.get", 1)]))

    def test_clients_but_not_the_server(self):
        assert of_system(client_server(4)) == ((0, 1, 2, 3),)

    def test_the_property_has_to_agree(self):
        assert classes([self.A, self.B], self.TURNS) == ((0, 1),)
        assert classes([self.A, self.B], self.FIRST) == ()

    def test_the_other_groups_have_to_agree(self):
        fair = LTS.of([(0, "a.get", 1), (1, "a.put", 0), (0, "b.get", 2), (2, "b.put", 0)])
        unfair = LTS.of([(0, "a.get", 1), (1, "a.put", 0), (1, "b.get", 2), (2, "b.put", 1)])
        assert classes([self.A, self.B, fair], self.TURNS) == ((0, 1),)
        assert classes([self.A, self.B, unfair], self.TURNS) == ()

    def test_the_components_have_to_agree(self):
        other = LTS.of([(0, "b.get", 1), (1, "b.get", 2), (2, "b.put", 0)])
        assert classes([self.A, other], self.TURNS) == ()

    def test_the_skeleton_has_to_agree(self):
        assert of_system(client_server(3), parse_uses("g1: g4", 4)) == ((1, 2),)
        assert of_system(client_server(3), parse_uses("g4: g1, g2", 4)) == ((0, 1),)


def test_sizes_are_in_order():
    verdict = circular(client_server(3))
    sizes = [a.lts.states for a in verdict.assumptions]
    assert verdict.certified
    assert sizes[:3] == sorted(sizes[:3], reverse=True)


def test_images_of_a_constraint():
    parts = [[c.lts] for c in client_server(3).processes]
    goal = [client_server(3).properties[0].lts]
    (clients,) = Game(parts, goal, alphabets_of(parts, goal), Log(Budget())).symmetry()
    one = (Member(("c.1.grant", "c.3.request"), 3, False), Member(("c.1.grant",), 0, True))
    assert list(clients.images(one)) == [
        (Member((f"c.{i}.grant", f"c.{j}.request"), 3, False), Member((f"c.{i}.grant",), i - 1, True))
        for i, j in [(2, 1), (3, 2)]
    ]


@pytest.mark.slow
def test_smallest_assumptions_stay_as_small():
    """With and without symmetry, and by exhaustive search where two groups have few letters."""
    used = 0
    for seed in range(40):
        system = random_twins(seed)
        found = circular(system)
        assert size(found) == size(circular(system, symmetry=False))
        used += bool(of_system(system))
        alphabets = [a.lts.alphabet for a in found.assumptions]
        if len(alphabets) == 2 and size(found) < 6:
            parts, p = languages(system)
            for total in range(2, size(found)):
                for chosen in tuples(total, alphabets):
                    assert not premises(parts, [of_table(t, a) for t, a in zip(chosen, alphabets, strict=True)], p)
    assert used > 10
