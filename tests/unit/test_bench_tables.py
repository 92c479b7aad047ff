"""Tables of made-up results: remarks, ratios, and exactly what a reader sees."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from jsonschema import validate

from quidpro.benchmarks.campaign import Settings, entries, entry
from quidpro.benchmarks.grid import Column, Grid, to_text
from quidpro.benchmarks.render import render_markdown, render_text
from quidpro.benchmarks.rows import SMALLEST, TABLES, VARIANTS, PrintedCheck, Row
from quidpro.benchmarks.schema import schema, schema_text, to_json
from quidpro.benchmarks.sizes import model_in_words, rounded
from quidpro.benchmarks.store import Store
from quidpro.benchmarks.tables import Block, tables
from quidpro.benchmarks.work import Measured, OracleCheck, Oracles, Question, Sizes

SETTINGS = Settings()
NAMES = ("agar", "lstar", "circular", "monolithic")
SIZES = Sizes(1715, 1960, 644, (7, 7, 7, 644))
ALL = [VARIANTS[name] for name in NAMES]
PUBLISHED = {
    "agar": {"A": "16", "mem": "4.11", "time": "3.33"},
    "lstar": {"A": "177", "mem": "42.83", "time": "–"},
    "circular": {"A": "3 + 3", "time": "26"},
}
RUNS = {
    "agar": Measured("holds", True, seconds=1.25, states=12345, iterations=20, largest_assumption=20, memory_mb=150.4),
    "lstar": Measured("unknown", reason="time budget ran out while learning (limit 60 s)", seconds=60.1, states=9),
    "circular": Measured("holds", False, seconds=2.0, assumptions=(2, 3), largest_assumption=4, premises=(9, 8, 7)),
    "monolithic": Measured("holds", True, seconds=3.0, states=1_000_000, memory_mb=200.0),
}


@pytest.fixture
def row(tmp_path):
    model = tmp_path / "model.lts"
    model.write_text("P = (a -> P).", encoding="utf-8")
    question = Question(str(model), {"const": {"N": 3}, "system": "S", "property": ("P",)}, "A | B, C")
    return Row("agar-1", "gas", "Gas Station", 3, question, "holds", PUBLISHED, {"m1_perr": 1960, "m2": 643})


def made(rows, runs, variants=ALL, settings=SETTINGS):
    """The tables when every row has the same results."""
    with Store(None) as store:
        for row in rows:
            store.add(entry(row, None, settings).key, SIZES)
            for name, found in runs.items():
                for repeat, one in enumerate(found if isinstance(found, list) else [found]):
                    store.add(entry(row, VARIANTS[name], settings, repeat).key, one)
        return tables(rows, variants, settings, store, entries(rows, variants, settings))


def remarks(row, name, found):
    (table,) = made([row], {name: found}, variants=[VARIANTS[name]])
    return table.blocks[0].lines[0].remarks


TEXT = """\
AGAR, Table 1: two-way decompositions made for learning
=======================================================

Gas Station, k = 3: |M1 || P_err| = 1,960, as published; |M2| = 644 (published 643); whole system: 1,000,000; published
sizes: M1 only
split: A | B, C

            published           ours
method        |A|     MB     s    |A|     states  rounds   MB     s  verdict  remarks
agar           16   4.11  3.33     20     12,345      20  150  1.25  holds    |A| larger than published (20 > 16)
lstar         177  42.83     –                 9               > 60  unknown  out of time
circular    3 + 3           26  2 + 3                          2.00  holds    not certified
monolithic                             1,000,000          200  3.00  holds

Measured on a machine
"""


def test_text(row):
    assert render_text(made([row], RUNS), "a machine") == TEXT


MARKDOWN = r"""## AGAR, Table 1: two-way decompositions made for learning

| case | k | \|M1 \|\| P_err\| | \|M2\| | whole system | published sizes | auto / best | split |
| --- | ---: | ---: | ---: | ---: | --- | ---: | --- |
| Gas Station | 3 | 1,960, as published | 644 (published 643) | 1,000,000 | M1 only |  | `A \| B, C` |

| case | k | method | published \|A\| | published MB | published s | \|A\| | states | rounds | MB | s | verdict | remarks |
| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |
| Gas Station | 3 | agar | 16 | 4.11 | 3.33 | 20 | 12,345 | 20 | 150 | 1.25 | holds | \|A\| larger than published (20 > 16) |
| Gas Station | 3 | lstar | 177 | 42.83 | – |  | 9 |  |  | > 60 | unknown | out of time |
| Gas Station | 3 | circular | 3 + 3 |  | 26 | 2 + 3 |  |  |  | 2.00 | holds | not certified |
| Gas Station | 3 | monolithic |  |  |  |  | 1,000,000 |  | 200 | 3.00 | holds |  |

Measured on a machine.
"""  # noqa: E501


def test_markdown(row):
    assert render_markdown(made([row], RUNS), "a machine") == MARKDOWN


def test_json(row):
    written = json.loads(to_json(made([row], RUNS), SETTINGS, "a machine"))
    validate(written, schema())
    (table,) = written["tables"]
    (told,) = table["rows"]
    assert (told["whole_states"], told["whole_bound"], told["sizes"]["rest"]) == (1_000_000, str(7**3 * 644), 644)
    assert [line["method"] for line in told["lines"]] == list(NAMES)
    assert told["lines"][2]["measured"]["assumptions"] == [2, 3]


def test_the_published_schema_is_current():
    with open("docs/schema/bench.schema.json", encoding="utf-8") as file:
        assert file.read() == schema_text(), "run: python -m quidpro.benchmarks.schema"


BESIDE = Settings(beside=True)
AS_PUBLISHED = {
    "agar": Measured("holds", True, seconds=9.0, iterations=40, largest_assumption=40),
    "lstar": Measured("unknown", reason="time budget ran out while learning (limit 60 s)", seconds=60.1),
}
BOTH = """\
            published           as published ours
method        |A|     MB     s  |A|  rounds    |A|     states  rounds   MB     s  verdict  remarks
agar           16   4.11  3.33   40      40     20     12,345      20  150  1.25  holds    |A| larger than published (20
                                                                                           > 16)
lstar         177  42.83     –                              9               > 60  unknown  out of time; as published:
                                                                                           out of time
circular    3 + 3           26               2 + 3                          2.00  holds    not certified
monolithic                                          1,000,000          200  3.00  holds
"""


def made_beside(row):
    """The tables with runs as published beside the others."""
    with Store(None) as store:
        store.add(entry(row, None, BESIDE).key, SIZES)
        for runs, settings in ((RUNS, BESIDE), (AS_PUBLISHED, BESIDE.published)):
            for name, found in runs.items():
                store.add(entry(row, VARIANTS[name], settings).key, found)
        return tables([row], ALL, BESIDE, store, entries([row], ALL, BESIDE))


def test_runs_as_published_stand_between_what_was_printed_and_ours(row):
    found = made_beside(row)
    assert BOTH in render_text(found, "a machine")
    head = r"| published s | as published \|A\| | as published rounds | \|A\| | states |"
    assert head in render_markdown(found, "a machine")
    (told,) = json.loads(to_json(found, BESIDE, "a machine"))["tables"][0]["rows"]
    assert [line["as_published"] and line["as_published"]["largest_assumption"] for line in told["lines"]] == [
        40,
        0,
        None,
        None,
    ]
    assert told["model"] == "M1 only"


def test_as_published_is_run_where_a_paper_has_figures_of_its_method(row):
    wanted = [(e.variant and e.variant.name, e.work.as_published) for e in entries([row], ALL, BESIDE)]
    published = [name for name, as_published in wanted if as_published]
    assert published == ["agar", "lstar", "circular"]
    assert not any(e.work.as_published for e in entries([replace(row, published={})], ALL, BESIDE))


def test_only_as_published(row):
    settings = Settings(as_published=True)
    (table,) = made([row], RUNS, settings=settings)
    assert "published           as published\n" in render_text([table], "")
    (told,) = json.loads(to_json([table], settings, ""))["tables"][0]["rows"]
    assert told["lines"][0]["as_published"] == told["lines"][0]["measured"]
    assert told["lines"][3]["as_published"] is None


@pytest.mark.parametrize(
    ("published", "sizes", "words"),
    [
        ({"m1_perr": 1960, "m2": 644}, SIZES, "both sides"),
        ({"m1": 1715, "m1_perr": 1960, "m2": 9}, SIZES, "M1 only"),
        ({"m1": 1, "m1_perr": 1960, "m2": 644}, SIZES, "M2 only"),
        ({"m1_perr": 1, "m2": 2}, SIZES, "only the name"),
        ({"m1_perr": 1960, "m2": 644}, Sizes(), "not counted"),
        ({}, SIZES, ""),
        ({"bits": 9, "m1_bits": 4, "m2_bits": 5, "io_bits": 1}, Sizes(bits=(9, 4, 5, 2)), "both sides, not shared"),
        ({"bits": 9, "m1_bits": 4, "m2_bits": 5, "io_bits": 1}, Sizes(), "not counted"),
        ({"bits": 9, "m1_bits": 5, "m2_bits": 4, "io_bits": 1}, Sizes(bits=(9, 4, 5, 2)), "the whole, neither side"),
    ],
)
def test_each_row_says_which_sides_have_the_published_sizes(row, published, sizes, words):
    table = "scv" if "bits" in published else "agar-1"
    assert model_in_words(Block(replace(row, table=table, sizes=published), sizes, (), None, None)) == words


@pytest.mark.parametrize(("whole", "words"), [(34, "both sides"), (35, "both sides, not the whole")])
def test_probabilistic_rows_compare_the_whole_too(row, whole, words):
    published = {"first": 25, "rest": 9, "whole": 34}
    block = Block(replace(row, table="pagar", sizes=published), Sizes(25, None, 9, (9, 5, 5)), (), whole, None)
    assert model_in_words(block) == words


ORACLES = Oracles(
    (OracleCheck(1, 1, 1, "too weak", 6, 32, 4, 28), OracleCheck(1, 2, 1, "holds", 7, 33, 5, 29)), 1000, 2000
)
TABLE_3 = """\
Gas Station, k = 3: the checks of the oracles

              published                           the same measure here               our measure
check         |A|  states  transitions  result    |A|  states  transitions  result    states  transitions
1 - Oracle 1    1       5           24  Too weak    1       6           32  too weak       4           28
1 - Oracle 2                                        1       7           33  holds          5           29
direct              3,630       34,653                  1,000        2,000

The whole system has 0 states and 0 transitions.
"""


def test_the_checks_of_the_oracles_are_laid_out_as_in_table_3(row):
    checks = (PrintedCheck(1, 1, "1", "5", "24", "Too weak"),)
    printed = replace(row, checks=checks, direct={"states": "3,630", "transitions": "34,653"}, notes=("so and so",))
    with Store(None) as store:
        store.add(entry(printed, VARIANTS["lstar"], BESIDE.published, by_oracle=True).key, ORACLES)
        found = tables([printed], ALL, BESIDE, store, entries([printed], ALL, BESIDE))
    text = render_text(found, "a machine")
    assert TABLE_3 in text
    assert "note: so and so" in text
    assert "Gas Station, k = 3: so and so.\n" in render_markdown(found, "")
    assert "| 1 - Oracle 1 | 1 | 5 | 24 | Too weak | 1 | 6 | 32 | too weak | 4 | 28 |" in render_markdown(found, "")
    written = json.loads(to_json(found, BESIDE, ""))
    validate(written, schema())
    (told,) = written["tables"][0]["rows"]
    assert told["oracles"]["checks"][0]["states"] == 6
    assert told["published_checks"][0]["states"] == "5"


def test_checks_that_were_not_counted_are_told(row):
    (table,) = made([row], {})
    (block,) = table.blocks
    text = render_text([replace(table, blocks=(replace(block, oracles=Oracles()),))], "")
    assert "Gas Station, k = 3: the checks of the oracles were not counted within the limits\n" in text


def test_lines_fit_the_screen(row):
    long = replace(row, question=replace(row.question, split=" | ".join(f"COMPONENT.{i}" for i in range(40))))
    assert max(map(len, render_text(made([long], RUNS), "m" * 50).splitlines())) <= 120


def test_remarks_go_below_where_there_is_no_room_beside():
    columns = (Column("a" * 110), Column("remarks", number=False))
    assert to_text(Grid(columns, (("1", "what there is to say"),)))[1:] == [f"{'1':>110}", "    what there is to say"]


def test_auto_is_compared_with_the_best(row):
    variants = [VARIANTS[name] for name in ("agar", "monolithic", "auto")]
    runs = {"agar": RUNS["agar"], "monolithic": RUNS["monolithic"], "auto": Measured("holds", True, seconds=1.5)}
    (table,) = made([row], runs, variants=variants)
    assert table.blocks[0].auto_ratio == 1.2
    assert "auto takes 1.20 times the best single method" in render_text([table], "")
    quick = {**runs, "monolithic": replace(RUNS["monolithic"], seconds=0.9)}
    assert made([row], quick, variants=variants)[0].blocks[0].auto_ratio is None


def test_an_undecided_method_is_not_the_best(row):
    runs = {"lstar": replace(RUNS["lstar"], seconds=1.0), "monolithic": RUNS["monolithic"]}
    (table,) = made([row], {**runs, "auto": replace(RUNS["agar"], seconds=6.0)}, variants=[*ALL, VARIANTS["auto"]])
    assert table.blocks[0].auto_ratio == 2.0


@pytest.mark.parametrize(
    ("name", "found", "expected"),
    [
        ("agar", replace(RUNS["agar"], largest_assumption=16), ()),
        ("lstar", replace(RUNS["agar"], largest_assumption=500), ()),  # the published run did not end
        ("circular", replace(RUNS["circular"], certified=True), ()),
        (
            "circular",
            replace(RUNS["circular"], certified=True, assumptions=(4, 3)),
            ("|A| larger than published (7 > 6)",),
        ),
        ("monolithic", Measured("violated", True), ("expected: holds",)),
        ("monolithic", Measured("holds", True, winner="lstar"), ("by lstar",)),
        ("monolithic", Measured("unknown"), ("undecided",)),
        ("monolithic", Measured("unknown", reason="memory budget ran out while exploring"), ("out of memory",)),
        ("monolithic", Measured("unknown", reason="killed by signal 9"), ("killed by signal 9",)),
    ],
)
def test_remarks(row, name, found, expected):
    assert remarks(row, name, found) == expected


def test_what_was_not_run_says_so(row):
    (table,) = made([row], {})
    assert {line.remarks for line in table.blocks[0].lines} == {("not run",)}


def test_repetitions_show_the_median(row):
    settings = Settings(repeat=3)
    times = [replace(RUNS["agar"], seconds=s) for s in (5.0, 1.0, 2.0)]
    (table,) = made([row], {"agar": times}, variants=[VARIANTS["agar"]], settings=settings)
    line = table.blocks[0].lines[0]
    assert (line.measured.seconds, line.times) == (2.0, (5.0, 1.0, 2.0))


def test_one_undecided_repetition_makes_it_undecided(row):
    runs = {"agar": [RUNS["agar"], Measured("unknown", reason="time")]}
    (table,) = made([row], runs, variants=[VARIANTS["agar"]], settings=Settings(repeat=2))
    assert table.blocks[0].lines[0].measured.outcome == "unknown"


def test_a_whole_system_that_was_not_explored_has_a_bound(row):
    assert "whole system: at most 220,892" in render_text(made([row], {}), "")
    assert rounded(10**400) == "1.0e400"


def test_a_diagram_counts_the_whole_however_large(row):
    count = 4 * 200 * 3**199
    runs = {"saturation": Measured("holds", True, seconds=0.5, peak_nodes=2191, reachable=str(count))}
    rows = growth_rows(row, (200,))
    found = made(rows, runs, variants=[VARIANTS["monolithic"], VARIANTS["saturation"]])
    assert found[0].blocks[0].whole == count
    assert re.search(r"200 +7.0e97  saturation +2,191 +0.50  holds", render_text(found, ""))
    written = json.loads(to_json(found, SETTINGS, ""))
    validate(written, schema())
    (told,) = written["tables"][0]["rows"]
    assert told["whole_states"] == told["lines"][1]["measured"]["reachable"] == str(count)


def test_what_was_not_tried_has_a_dash_and_a_reason(row):
    refused = Measured("unknown", reason="method minimise does not check deadlock")
    text = render_text(made([row], {"agar": refused}), "")
    assert re.search(r"– +unknown  method minimise does not check deadlock", text)


def growth_rows(row, ks):
    return [
        replace(
            row, table="growth", k=k, question=replace(row.question, asked={**row.question.asked, "const": {"N": k}})
        )
        for k in ks
    ]


def test_growth(row):
    rows, variants = growth_rows(row, (2, 4, 8)), [VARIANTS["monolithic"], VARIANTS["agar"]]
    with Store(None) as store:
        for one in rows:
            found = Measured("holds", True, seconds=one.k**2, states=3**one.k)
            store.add(entry(one, VARIANTS["monolithic"], SETTINGS).key, found)
        (table,) = tables(rows, variants, SETTINGS, store, entries(rows, variants, SETTINGS))
    (growth,) = table.growth
    assert [fit.law for fit in growth.seconds] == ["power", "exponential"]
    assert [fit.law for fit in growth.states] == ["exponential", "power"]
    text = render_text([table], "")
    assert "monolithic: seconds grow as k^2.00 (R² = 1.000, 3 points); 1.56^k (R² = 0.964, 3 points)" in text
    assert "            states grow as 3.00^k (R² = 1.000, 3 points)" in text
    assert "| Gas Station | monolithic | k^2.00" in render_markdown([table], "")
    validate(json.loads(to_json([table], SETTINGS, "")), schema())


def test_faults_show_traces_and_are_compared_with_monolithic(row):
    fault = replace(row, table="faults", expected="violated", published={})
    runs = {
        "agar": Measured("violated", True, seconds=4.0, trace=7),
        "monolithic": Measured("violated", True, seconds=1.6, trace=5),
        "lstar": Measured("violated", True, seconds=0.1, trace=6),
    }
    (table,) = made([fault], runs)
    assert [line.remarks for line in table.blocks[0].lines] == [("2.5 times monolithic",), (), ("not run",), ()]
    assert "method      trace  states" in render_text([table], "")


@pytest.mark.parametrize(("least", "shown"), [(2, "2 to 21"), (21, "21")])
def test_a_smallest_assumption_is_shown_with_what_is_known_of_it(row, least, shown):
    found = replace(RUNS["agar"], assumptions=(21,), at_least=least)
    (table,) = made([row], {"smallest": found}, variants=[VARIANTS["smallest"]])
    assert f" {shown} " in render_text([table], "a machine")


def test_the_smallest_assumption_is_from_no_paper_and_not_about_faults():
    assert not any(VARIANTS[name].from_paper for name in SMALLEST)
    assert not set(SMALLEST) & set(TABLES["faults"].variants)
    assert set(SMALLEST) <= set(TABLES["agar-1"].variants)
