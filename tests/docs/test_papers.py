"""The page of the papers: its commands give the sizes that it tells, its tables are those of the bench."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from quidpro.benchmarks.campaign import Settings, entry
from quidpro.benchmarks.cases import find_models, read_rows
from quidpro.benchmarks.measure import measure
from quidpro.benchmarks.rows import LEARNING
from tests.cli.driver import quidpro

PAGE = Path("docs/papers.md")
ROVER_PAGE = Path("examples/rover/README.md")
SOURCE = Path("src/quidpro")


def table_after(path, heading):
    """The cells of the first table after a text, without its two lines of headings."""
    lines = path.read_text(encoding="utf-8").split(heading, 1)[1].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|"))
    stop = next((i for i, line in enumerate(lines) if i > start and not line.startswith("|")), len(lines))
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[start + 2 : stop]]


EXAMPLES = {f"{cells[0]}, {cells[1]}": cells for cells in table_after(PAGE, "\n## The examples\n")}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_give_what_the_page_tells(name):
    command, told = EXAMPLES[name][2].strip("`").replace(r"\|", "|"), EXAMPLES[name][4]
    program, *arguments = shlex.split(command)
    assert program == "quidpro"
    assert "--as-published" in arguments
    deadlock = ["--no-deadlock"] if ".lts" in command else []
    answer = json.loads(quidpro(*arguments, *deadlock, "--format", "json").stdout)
    assert answer["certified"]
    assert f"{sizes(answer)}: {answer['verdict']}" == told


def sizes(answer):
    """Of the assumption of each iteration; of several at once, or where rounds are not told, of those of the proof."""
    rounds = {done["iteration"]: done["assumption_states"] for done in answer["stats"].get("rounds", [])}
    if answer["method"] == "circular" or not rounds:
        return " + ".join(str(states_of(assumption)) for assumption in answer["assumptions"])
    return ", ".join(map(str, rounds.values()))


def states_of(assumption):
    return assumption.get("states") or assumption["lpts"]["states"]


@pytest.fixture(scope="module")
def our_rover():
    (row,) = (row for row in read_rows(find_models(None)) if row.table == "cgp03")
    return row, measure(lambda _: None, entry(row, LEARNING, Settings().published, by_oracle=True).work)


def test_table_3_is_that_of_the_bench(our_rover):
    row, found = our_rover
    *checks, direct = table_after(PAGE, "Table 3 by `quidpro bench cgp03 --rover FILE`")
    assert [cells[0] for cells in checks] == [f"{check.iteration} - Oracle {check.oracle}" for check in row.checks]
    printed = [f"{c.assumption}, {c.states}, {c.transitions}: {c.result.lower()}" for c in row.checks]
    assert [cells[1] for cells in checks] == printed
    assert [cells[3] for cells in checks] == [
        f"{c.assumption}, {c.states:,}, {c.transitions:,}: {c.result}" for c in found.checks
    ]
    assert direct[1] == f"{row.direct['states']}, {row.direct['transitions']}"
    assert direct[3] == f"{found.direct_states:,}, {found.direct_transitions:,}"


def test_the_page_of_the_rover_has_the_same_figures(our_rover):
    _, found = our_rover
    *checks, direct = table_after(ROVER_PAGE, "## Why by parts")
    assert checks == [
        [f"{c.iteration} - Oracle {c.oracle}: {c.result}", str(c.assumption), f"{c.states:,}", f"{c.transitions:,}"]
        for c in found.checks
    ]
    assert direct == ["direct", "", f"{found.direct_states:,}", f"{found.direct_transitions:,}"]
    assert f"the whole of `FAULTY` has {found.whole_states:,}" in ROVER_PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("heading", ["CGP03", "SCV", "AGAR", "ACR", "pAGAR"])
def test_what_the_page_says_of_the_code_is_there(heading):
    rows = table_after(PAGE, f"\n## {heading}: ")
    places = [place for cells in rows for place in re.findall(r"`([\w/.]+)`", cells[1])]
    assert len(places) >= len(rows)
    for place in places:
        assert any((folder / place).exists() for folder in (SOURCE, SOURCE / "engines/explicit", Path())), place


def test_every_erratum_is_named_beside_the_code():
    text = PAGE.read_text(encoding="utf-8")
    beside = text.split("\n## CGP03: ")[1].split("\n## The errata\n")[0]
    numbers = {int(number) for number in re.findall(r"\[(\d+)\]\(#", beside)}
    assert numbers == {int(number) for number in re.findall(r"^#### (\d+)\. ", text, flags=re.MULTILINE)}
