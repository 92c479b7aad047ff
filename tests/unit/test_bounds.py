"""Bounds on the weakest assumption: sound whenever one looks, never worse than before, and in the end the same."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import quidpro
from benchmarks.client_server import client_server
from quidpro.api.models import explicit
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.events import ignore
from quidpro.engines.explicit.assumption import EXACT, NEEDED, STRONG, find_assumption
from quidpro.engines.explicit.bounds import parts, sets
from quidpro.engines.explicit.shared.groups import errors_as_actions, goals
from quidpro.engines.explicit.shared.rounds import alphabet_of
from quidpro.lts import Component, System
from quidpro.lts.ops import complete_property
from quidpro.verdict.rounds import Bounds
from tests.many import in_one
from tests.naive_weakest import NaiveWeakest, is_lower_bound, is_upper_bound
from tests.random_systems import random_system

LIMITS = [{}, {"MAX_SETS": 2}, {"MAX_STATES": 6}, {"MAX_STATES": 1}]
"""Of parts; the smaller they are, the more is left to the sets."""


@pytest.fixture(params=LIMITS, ids=lambda limits: " ".join(f"{name}={value}" for name, value in limits.items()))
def _limited(request, monkeypatch):
    for name, value in request.param.items():
        monkeypatch.setattr(parts, name, value)
    monkeypatch.setattr(sets, "_FIRST_LOOK", 1)


class Asked:
    """A random question: some processes of a random system, which loses its priority, and its property."""

    def __init__(self, seed):
        self.system = replace(random_system(seed), priority=None)
        names = [c.name for c in self.system.processes]
        self.part = random.Random(seed).sample(names, random.Random(seed).randint(1, len(names)))

    def ask(self, budget=None, events=ignore, resume=None):
        return find_assumption(
            explicit(self.system), ", ".join(self.part), None, None, budget or Budget(), events, resume
        )

    def naive(self, alphabet):
        chosen = [c for c in self.system.components if c.name in self.part or c.is_property]
        return NaiveWeakest(System("part", tuple(chosen)), alphabet)


def lower_lts(found):
    return None if found.lower is None else found.lower.lts


@pytest.mark.usefixtures("_limited")
@in_one(seed=range(40))
def test_every_bound_is_one(seed):
    asked, heard = Asked(seed), []
    found = asked.ask(events=heard.append)
    naive = asked.naive(found.alphabet)
    assert found.exact
    if found.exists:
        assert is_lower_bound(found.lts, naive)
        assert is_upper_bound(found.lts, naive)
    else:
        assert naive.start() is None
    for event in heard:
        if isinstance(event, Bounds) and event.evidence is not None:
            shown = event.evidence.assumption
            assert event.outcome == "upper bound" or is_lower_bound(shown, naive)
            assert event.outcome == "lower bound" or is_upper_bound(shown, naive)


@pytest.mark.usefixtures("_limited")
@pytest.mark.parametrize("seed", range(30))
def test_work_that_is_ended_and_taken_up_again_comes_to_the_same(seed, tmp_path):
    asked, rng, file = Asked(seed), random.Random(seed), tmp_path / "known.json"
    whole, polls, resume, best = asked.ask(), rng.randint(0, 8), None, None
    naive = asked.naive(whole.alphabet)
    for _ in range(200):
        found = asked.ask(Budget(polls=polls), resume=resume)
        lower, upper = lower_lts(found), found.upper.lts if found.exists else None
        assert is_lower_bound(lower, naive)
        assert is_upper_bound(upper, naive)
        if best is not None:
            assert found.known.parts >= best.known.parts
            assert len(found.known.rows) >= len(best.known.rows)
        if found.exact:
            break
        assert found.ran_out is not None
        file.write_text(found.progress())
        resume, best, polls = file, found, polls + rng.randint(0, 8)
    assert found.exact
    assert np.array_equal(found.known.upper.next, whole.known.upper.next)


@pytest.mark.parametrize(("which", "grows"), [("lower bound", True), ("upper bound", False)])
def test_bounds_only_get_better(which, grows):
    heard = []
    found = find_assumption(explicit(client_server(3)), "c.*:CLIENT", None, None, Budget(), heard.append)
    rounds = [event for event in heard if isinstance(event, Bounds)]
    shown = [event.evidence.assumption for event in rounds if event.outcome in (which, "exact")]
    assert found.label == EXACT
    assert [event.number for event in rounds] == list(range(1, len(rounds) + 1))
    assert len(shown) > 1
    for before, after in pairwise(shown):
        assert _includes(after, before) == grows
        assert _includes(before, after) != grows


def _includes(large, small):
    """Whether a deterministic LTS allows all that another does."""
    seen, todo = {(0, 0)}, [(0, 0)]
    while todo:
        state, other = todo.pop()
        moves = dict(large.successors(state))
        for label, target in small.successors(other):
            if label not in moves:
                return False
            if (moves[label], target) not in seen:
                seen.add((moves[label], target))
                todo.append((moves[label], target))
    return True


class TestLabels:
    def test_before_the_work_begins_nothing_is_known(self):
        found = find_assumption(explicit(client_server(2)), "c.*:CLIENT", None, None, Budget(polls=1))
        assert (found.exact, found.exists, found.lower, found.label) == (False, True, None, NEEDED)
        assert found.upper.lts.states == 1
        assert found.ran_out is not None

    def test_half_way_there_are_two(self):
        for polls in range(2, 60):
            found = find_assumption(explicit(client_server(3)), "c.*:CLIENT", None, None, Budget(polls=polls))
            if found.lower is not None and not found.exact:
                break
        assert (found.lower.label, found.upper.label, found.label) == (STRONG, NEEDED, STRONG)
        assert found.lts == found.lower.lts or found.lts.states == found.lower.lts.states

    def test_in_the_end_both_are_the_weakest(self):
        found = quidpro.assumption(client_server(2), "c.*:CLIENT")
        assert found.lower.label == found.upper.label == found.label == EXACT


class TestSaved:
    @pytest.fixture
    def file(self, tmp_path):
        found = find_assumption(explicit(client_server(3)), "c.*:CLIENT", None, None, Budget(polls=12))
        assert not found.exact
        path = tmp_path / "known.json"
        path.write_text(found.progress())
        return path

    def test_it_is_taken_up_again(self, file):
        resumed = quidpro.assumption(client_server(3), "c.*:CLIENT", resume=file)
        whole = quidpro.assumption(client_server(3), "c.*:CLIENT")
        assert resumed.exact
        assert list(resumed.lts.triples()) == list(whole.lts.triples())

    @pytest.mark.parametrize(("clients", "component"), [(2, "c.*:CLIENT"), (3, "c.1:CLIENT"), (3, "SERVER")])
    def test_it_is_refused_for_another_part(self, file, clients, component):
        with pytest.raises(InputError, match="other components"):
            quidpro.assumption(client_server(clients), component, resume=file)

    def test_it_is_refused_when_a_component_has_changed(self, file):
        system = client_server(3)
        other = Component("MUTEX", complete_property(system.components[0].lts), is_property=True)
        components = [*system.processes, other]
        with pytest.raises(InputError, match="MUTEX is not what it was"):
            quidpro.assumption(System("S", tuple(components)), "c.*:CLIENT", resume=file)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "empty"),
            ("{", "not JSON"),
            ("[]", "not version 1"),
            ('{"format": "quidpro-assumption", "version": 2}', "not version 1"),
            ('{"format": "quidpro-assumption", "version": 1}', "checksum"),
        ],
    )
    def test_what_is_none_is_refused(self, text, words, tmp_path):
        path = tmp_path / "known.json"
        path.write_text(text)
        with pytest.raises(InputError, match=words):
            quidpro.assumption(client_server(2), "c.*:CLIENT", resume=path)

    def test_a_file_that_is_not_there(self, tmp_path):
        with pytest.raises(InputError, match="no file"):
            quidpro.assumption(client_server(2), "c.*:CLIENT", resume=tmp_path / "none.json")

    def test_what_was_changed_by_hand_is_refused(self, file):
        data = json.loads(file.read_text())
        data["lower"] = [[0] * len(data["alphabet"])]
        file.write_text(json.dumps(data))
        with pytest.raises(InputError, match="changed"):
            quidpro.assumption(client_server(3), "c.*:CLIENT", resume=file)

    def test_rows_that_do_not_fit_are_refused(self, file, monkeypatch):
        monkeypatch.setattr(parts, "MAX_STATES", 1)
        found = find_assumption(explicit(client_server(3)), "c.*:CLIENT", None, None, Budget(polls=20))
        letters = len(found.alphabet)
        for rows in ([[3] * letters], [[1] * letters] * 2):
            found.known.rows = np.array(rows, dtype=np.int32)
            file.write_text(found.progress())
            with pytest.raises(UsageError, match="begin anew"):
                quidpro.assumption(client_server(3), "c.*:CLIENT", resume=file)

    def test_it_is_written_only_when_the_work_ends_early(self, tmp_path):
        file = tmp_path / "known.json"
        assert quidpro.assumption(client_server(2), "c.*:CLIENT", save=file).exact
        assert not file.exists()
        assert not quidpro.assumption(client_server(2), "c.*:CLIENT", save=file, timeout=0).exact
        assert quidpro.assumption(client_server(2), "c.*:CLIENT", resume=file).exact

    def test_saving_needs_a_place(self, tmp_path):
        with pytest.raises(UsageError, match="no folder"):
            quidpro.assumption(client_server(2), "c.*:CLIENT", save=tmp_path / "no" / "known.json")


def test_what_is_left_out_matters_only_by_its_alphabet():
    """The part without anything left out is the whole of M1: its two bounds are the same."""
    system = client_server(2)
    chosen = [c for c in system.processes if c.name != "SERVER"]
    about = System("part", (*chosen, *system.properties))
    first, goal = [errors_as_actions(c) for c in chosen], goals(about)
    alphabet = tuple(sorted(alphabet_of([*first, *goal])))
    *_, last = parts.growing_parts(first, goal, alphabet, Budget())
    assert not last.left_out
    assert np.array_equal(last.lower(Budget()).next, last.upper(Budget()).next)
