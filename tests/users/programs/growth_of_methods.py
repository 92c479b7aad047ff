"""How two methods grow with the number of clients, as lines of a table of one's own."""

import quidpro


def states_of(method: str, comparison: quidpro.Comparison) -> list[int]:
    return [row.states for row in comparison if row.method == method]


def main() -> None:
    comparison = quidpro.compare(
        "examples/client_server/client_server.lts",
        methods=["monolithic", "lstar"],
        constants={"N": range(2, 5)},
        property="MUTEX",
        timeout=60,
    )
    for row in comparison:
        assert row.verdict is not None
        print(row.value, row.method, row.outcome, row.states, row.verdict.certified)
    wholes, parts = states_of("monolithic", comparison), states_of("lstar", comparison)
    print(comparison.outcome, all(whole < part for whole, part in zip(wholes, parts, strict=True)))


if __name__ == "__main__":
    main()
