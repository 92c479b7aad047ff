"""Method ``circular``: every part assumes and guarantees at once; assumptions by SAT, smallest first (ACR).

Rule CIRC-AG for n components, its premises and its constraints (chapters 3 to 5):

    M_i ⊨ (g_1 ∥ … without g_i … ∥ g_n) ▷ g_i   for each i        g_1 ∥ … ∥ g_n ⊨ P        ⊢   M_1 ∥ … ∥ M_n ⊨ P

``M ⊨ A ▷ g`` is inductive: a trace of M whose every proper prefix A allows stays in g. For two components this is the
rule of the thesis, and its proof carries over: a shortest trace of the whole that leaves some g_i has prefixes that
all of them allow. Assumptions are synthesised together, smallest first; a counterexample of a premise is real or adds
constraints. Errata are those of docs/papers.md.

Beyond the thesis, a skeleton may say which of the others a premise uses, and some or all g_i may be given. With any
skeleton there is a solution where the property holds, at the latest g_i = M_i. Beside given ones there may be none:
constraints that contradict each other, or what is given, show it. ``--improve`` gives up those g_i that they speak of.
With ``--recursive`` the premise of a group of several components is proved by the rule again, for its members.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from quidpro.core.budget import take_turns
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.words import format_word
from quidpro.engines.explicit.circular.any_time import AnyTime, Settled
from quidpro.engines.explicit.circular.contradiction import contradiction
from quidpro.engines.explicit.circular.fixed import Fixed, complaint, formula, read_fixed
from quidpro.engines.explicit.circular.game import Game, alphabets_of
from quidpro.engines.explicit.circular.languages import composed
from quidpro.engines.explicit.circular.skeleton import Uses, format_uses, parse_uses
from quidpro.engines.explicit.circular.synthesis import Synthesis
from quidpro.engines.explicit.shared.by_parts import by_parts
from quidpro.engines.explicit.shared.rounds import (
    Answer,
    Group,
    Holds,
    Log,
    Rounds,
    Unproved,
    Violated,
    alphabet_of,
    check_group,
)
from quidpro.engines.options import Circular
from quidpro.learning.dfa import Dfa
from quidpro.learning.simulator import BAD, Simulator
from quidpro.learning.smallest.encodings import Constraint
from quidpro.lts.lts import LTS

_MAX_SHOWN = 4
"""At most so many things that are wrong are listed."""


@dataclass(frozen=True)
class Conflict:
    """Constraints that cannot all be satisfied beside what is given, in words; and what is given that they speak of."""

    text: str
    given: set[int]


@dataclass(frozen=True)
class CircAg:
    """One run of the rule on groups of components."""

    options: Circular
    log: Log

    def decide(self, groups: Sequence[Group], goal: Group) -> Rounds:
        """The rule over the whole interface, or over what turns out to be needed of it.

        For more than two groups the property is tried first as the assumption of one of them, unless only the smallest
        assumptions will do.
        """
        full = alphabets_of(groups, goal)
        uses = parse_uses(self.options.uses, len(groups))
        given = read_fixed(self.options.given or {}, full, self.log.budget)
        if not any(lts.has_error for lts in goal):
            everything = tuple(Dfa.everything(len(a)).to_lts(a, f"g{i + 1}") for i, a in enumerate(full))
            return Holds(everything, note="nothing can violate the property, so nothing is assumed" if given else "")
        actions = tuple(sorted(alphabet_of(goal)))
        if Simulator(goal, actions, self.log.budget).start() == BAD:  # λ, of which no premise speaks: erratum 12
            return Violated((), actions)
        products = [self._composed(group) for group in groups]
        by_members = self._by_members if self.options.recursive else None

        def game_over(alphabets: list[tuple[str, ...]]) -> Game:
            return Game(groups, goal, alphabets, self.log, products, uses, by_members)

        if self.options.candidates and len(groups) > 2 and not given and self.options.until != "smallest":
            found = game_over(full).candidate()
            if found is not None:
                return found
        search = _Search(self, game_over, full, uses)
        alphabets = self._first_alphabets(full, goal, given)
        if self.options.until == "smallest" or self.options.recursive or given:
            return (yield from search.decide(alphabets, given))
        proofs = AnyTime(groups, goal, lambda: game_over(full), self.log)
        return (yield from self._any_time(replace(search, meanwhile=proofs.meanwhile).decide(alphabets, given), proofs))

    def _any_time(self, search: Rounds, proofs: AnyTime) -> Rounds:
        """The answer of the search, or the proof that is there when that takes too long."""
        try:
            if self.options.until == "first":
                proofs.look_for_proof()
            return proofs.answer() or (yield from search)
        except Settled as known:
            return known.answer
        except BudgetExceeded:
            if (found := proofs.answer()) is None:
                raise
            self.log.budget.go_on()
            return found

    def _composed(self, group: Group) -> list[LTS]:
        """The group as one component, unless its premise is proved by parts."""
        return list(group) if self.options.recursive else composed(group, self.log.budget, self.log.explored)

    def _by_members(self, groups: Sequence[Group], goal: Group) -> tuple[Holds | Violated, int, int]:
        """The rule inside of a premise, apart from the rounds of this run; and how much it looked at."""
        log = Log(self.log.budget)
        options = replace(self.options, given=None, uses=(), recursive=False)
        _, answer = take_turns([CircAg(options, log).decide(groups, goal)])
        self.log.budget.answered()  # an interrupt that a proof of this premise has outlived ends the rest
        return answer, log.stats.states_explored, log.stats.transitions_explored

    def _first_alphabets(
        self, full: list[tuple[str, ...]], goal: Group, given: Mapping[int, LTS]
    ) -> list[tuple[str, ...]]:
        """The whole interface, or of it what the property speaks of and what is given."""
        if not self.options.refine_alphabet:
            return full
        wanted = [alphabet_of(goal) | set(given[i].alphabet if i in given else ()) for i in range(len(full))]
        return [tuple(a for a in one if a in mine) for one, mine in zip(full, wanted, strict=True)]


@dataclass(frozen=True)
class _Search:
    """The search for smallest assumptions, with a game for each choice of alphabets."""

    rule: CircAg
    game_over: Callable[[list[tuple[str, ...]]], Game]
    full: list[tuple[str, ...]]
    uses: Uses
    meanwhile: Callable[[int | None, bool], None] = lambda lowest, stuck: None
    """What is done after each round, and in those where the solver is stuck; no assumptions over all actions with fewer
    states than the lowest number do.
    """

    def decide(self, alphabets: list[tuple[str, ...]], given: Mapping[int, LTS]) -> Rounds:
        """The rule over these alphabets, and over larger ones as they turn out to be needed."""
        notes = list[str]()
        earlier: Game | None = None
        while True:
            game = self.game_over(alphabets)
            answer = yield from self._synthesise(game, given, earlier)
            earlier = game if self.rule.options.carry_over else None
            if isinstance(answer, Conflict):
                if alphabets == self.full:
                    given = self._given_up(answer, given)
                    notes.append(f"given up: {answer.text}")
                alphabets = self.full
            elif isinstance(answer, Holds):
                return replace(answer, note="; ".join([answer.note, *notes]))
            elif not answer.spurious:
                return answer
            else:
                alphabets = game.extended(answer.word, self.full)

    def _synthesise(
        self, game: Game, given: Mapping[int, LTS], earlier: Game | None
    ) -> Generator[int, None, Answer | Conflict]:
        """Algorithm 4.2 over given alphabets, for assumptions that are not given; ``earlier`` was over smaller ones."""
        options, log = self.rule.options, self.rule.log
        fixed = Fixed.over(given, game.alphabets)
        symmetry = game.symmetry() if options.symmetry and not given else []

        def meanwhile(stuck: bool) -> None:
            self.meanwhile(synthesis.size if game.alphabets == self.full else None, stuck)

        after_turn = partial(meanwhile, stuck=True)
        synthesis = Synthesis(game.alphabets, log.budget, options.encoding, fixed, symmetry, after_turn)
        if earlier is not None:
            game.learn_from(earlier, synthesis)
        before = log.stats.sat_seconds
        while True:
            try:
                assumptions = synthesis.smallest()
            finally:
                log.stats.sat_seconds = before + synthesis.seconds
                log.known = _bound(synthesis, given, "" if game.alphabets == self.full else "over the actions so far, ")
            found = game.apply(assumptions, synthesis, options.counterexamples)
            if found is not None:
                return found
            if given and (core := contradiction(synthesis.constraints)):
                return _conflict(core, synthesis, game)
            meanwhile(stuck=False)
            yield sum(dfa.states for dfa in assumptions)

    def _given_up(self, conflict: Conflict, given: Mapping[int, LTS]) -> dict[int, LTS]:
        """What is given without what stands in the way; Unproved where that is not to be given up."""
        if self.rule.options.improve:
            return {i: lts for i, lts in given.items() if i not in conflict.given}
        skeleton = format_uses(self.uses)
        raise Unproved([conflict.text + (f" (skeleton: {skeleton})" if skeleton else "")])


def _bound(synthesis: Synthesis, given: Mapping[int, LTS], where: str) -> str:
    """What is known when the search is interrupted; over more actions fewer states may do."""
    beside = "beside those that are given, " if given else ""
    return f"{where}{beside}no assumptions with fewer than {synthesis.size} states in all can do"


def _conflict(core: Sequence[Constraint], synthesis: Synthesis, game: Game) -> Conflict:
    """What stands in the way of a proof: what is wrong with the given assumptions, or constraints that contradict."""
    fixed = synthesis.fixed
    wrong = [constraint for constraint, left in synthesis.constraints.items() if not left]
    if not wrong:
        given = fixed.named_in(core)
        names = " and ".join(f"g{i + 1}" for i in sorted(given))
        return Conflict(f"nothing goes with the given {names}: it takes {_listed([formula(c) for c in core])}", given)
    if len(fixed.tables) < len(game.parts):
        return Conflict(_listed([f"the given {complaint(one)}" for one in wrong]), fixed.named_in(wrong))
    return Conflict(_listed(_failures(wrong, game)), fixed.named_in(wrong))


def _failures(wrong: Sequence[Constraint], game: Game) -> list[str]:
    """For each premise that fails where all assumptions are given, one word along which it does, and why."""
    words = dict(game.origin[constraint] for constraint in reversed(wrong))
    found = []
    for premise, word in sorted(words.items()):
        why = [complaint(one) for one in wrong if game.origin[one] == (premise, word)]
        found.append(f"premise {premise + 1} fails along {format_word(word)}: {' and '.join(why)}")
    return found


def _listed(texts: Sequence[str]) -> str:
    """A few texts, and how many more there are."""
    more = len(texts) - _MAX_SHOWN
    return "; ".join([*texts[:_MAX_SHOWN], *([f"and {more} more"] if more > 0 else [])])


def _start(options: Circular, groups: Sequence[Group], goal: Group, log: Log, _run: str) -> Rounds:
    if len(groups) == 1:
        if options.given or options.uses:
            raise UsageError(
                "there is one group, which assumes nothing: --assume and --uses need a --split into several"
            )
        return check_group(groups[0], goal, log)
    return CircAg(options, log).decide(groups, goal)


solve = by_parts(Circular, "synthesising assumptions", _start)
