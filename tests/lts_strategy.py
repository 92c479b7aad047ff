"""Small random LTSs for hypothesis."""

from hypothesis import strategies as st

from quidpro.lts import LTS


@st.composite
def ltss(draw: st.DrawFn, most: int = 7) -> LTS:
    states = draw(st.integers(1, most))
    state = st.integers(0, states - 1)
    target = st.one_of(state, state, st.integers(-1, states - 1))
    move = st.tuples(state, st.sampled_from([0, 0, 1, 2]), target)
    moves = draw(st.lists(move, max_size=3 * states))
    columns = zip(*moves, strict=True) if moves else ((), (), ())
    return LTS.from_arrays(
        ["a", "b", "never"], states, *columns,
        initial=draw(state), end=draw(st.one_of(st.just(-1), state)),
    )  # fmt: skip
