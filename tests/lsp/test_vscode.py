"""The extension for VS Code: its files are valid, fit together, and know our keywords. Nothing is downloaded."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from quidpro.frontend.files import known_suffixes
from quidpro.frontend.fsp.lexer import KEYWORDS, TERMINALS
from quidpro.frontend.languages import language_of
from quidpro.frontend.prism.tokens import KEYWORDS as PRISM
from quidpro.frontend.smv.lexer import FUNCTIONS
from quidpro.frontend.smv.lexer import KEYWORDS as SMV
from quidpro.lsp.protocol import CHECK

FOLDER = Path("editors/vscode")
PACKAGE = json.loads((FOLDER / "package.json").read_text())
CONTRIBUTED = PACKAGE["contributes"]
LANGUAGES = CONTRIBUTED["languages"]
GRAMMARS = {one["language"]: json.loads((FOLDER / one["path"]).read_text()) for one in CONTRIBUTED["grammars"]}
WORDS = {"fsp": [*KEYWORDS, *TERMINALS], "smv": [*SMV, *FUNCTIONS], "prism": [*PRISM]}


def patterns(grammar):
    for rule in grammar["patterns"]:
        yield from (rule[key] for key in ("match", "begin", "end") if key in rule)


def words(pattern):
    """The words that a pattern lists."""
    listed = re.match(r"\\b\(\?:([\w|]+)\)\\b", pattern)
    return listed[1].split("|") if listed else []


def test_the_languages_are_those_of_the_server():
    for language in LANGUAGES:
        for suffix in language["extensions"]:
            known = language_of(Path(f"m{suffix}"))
            assert known is not None
            assert known.name == language["id"]
        assert json.loads((FOLDER / language["configuration"]).read_text())["brackets"]
    told = {suffix for language in LANGUAGES for suffix in language["extensions"]}
    assert told == {suffix for suffix in known_suffixes() if language_of(Path(f"m{suffix}")) is not None}


@pytest.mark.parametrize("name", GRAMMARS)
def test_a_grammar_has_the_keywords_of_our_lexer_and_no_others(name):
    listed = [word for pattern in patterns(GRAMMARS[name]) for word in words(pattern)]
    assert sorted(listed) == sorted(WORDS[name])


@pytest.mark.parametrize("name", GRAMMARS)
def test_the_patterns_of_a_grammar_compile(name):
    grammar = GRAMMARS[name]
    assert grammar["scopeName"] == f"source.{name}"
    for pattern in patterns(grammar):
        assert re.compile(pattern).match("") is None


def test_the_extension_is_javascript_and_starts_our_command():
    script = FOLDER / "src/extension.js"
    assert f'"{CHECK}"' in script.read_text()
    assert CONTRIBUTED["configuration"]["properties"]["quidpro.command"]["default"] == ["quidpro", "lsp"]
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    subprocess.run([node, "--check", str(script)], check=True)


def test_nothing_names_a_registry_and_every_package_is_pinned():
    assert "http" not in json.dumps(PACKAGE)
    assert not list(FOLDER.glob("*lock*"))
    for version in (*PACKAGE["dependencies"].values(), *PACKAGE["devDependencies"].values()):
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)


@pytest.mark.slow
def test_the_extension_is_built(tmp_path):
    if shutil.which("npm") is None or not (FOLDER / "node_modules").is_dir():
        pytest.skip("npm or the packages of editors/vscode are not installed: make vscode")
    built = tmp_path / "extension.js"
    subprocess.run(["npm", "run", "build", "--", f"--outfile={built}"], cwd=FOLDER, check=True, timeout=120)
    assert "activate" in built.read_text(encoding="utf-8")
