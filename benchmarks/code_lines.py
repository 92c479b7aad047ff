"""How much code there is: lines without blanks, comments and docstrings, for each package of ``quidpro``.

    python benchmarks/code_lines.py [SRC]

``SRC`` is the folder that has ``quidpro``, or that package itself; ``src`` by default. The shell is what does not know
how anything is decided: the doors, and what carries a question to an engine and the answer back.
"""

from __future__ import annotations

import ast
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SHELL = ("cli", "api", "run", "verdict", "report", "worlds")
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def code_lines(path: Path) -> int:
    """The lines on which something stands that is neither a comment nor a docstring."""
    with tokenize.open(path) as file:
        tokens = [token for token in tokenize.generate_tokens(file.readline) if token.type not in _NO_CODE]
    lines = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
    return len(lines - set(_documentation(path.read_text())))


def _documentation(text: str) -> Iterator[int]:
    """The lines of strings that stand as statements: docstrings, also those of attributes."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def package_of(path: Path, root: Path) -> str:
    """The package right below ``quidpro``; a module that is in none stands for itself."""
    return path.relative_to(root).parts[0].removesuffix(".py")


def main(source: Path) -> None:
    """Print a row for each package, for the whole and for the shell."""
    root = source / "quidpro" if (source / "quidpro").is_dir() else source
    lines: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    for path in sorted(root.rglob("*.py")):
        package = package_of(path, root)
        lines[package] += code_lines(path)
        modules[package] += 1
    rows = [(package, lines[package], modules[package]) for package in sorted(lines)]
    rows.append(("whole", lines.total(), modules.total()))
    rows.append(("shell", sum(lines[name] for name in SHELL), sum(modules[name] for name in SHELL)))
    print("| package | code lines | modules |\n|---|---:|---:|")
    for package, code, count in rows:
        print(f"| {package} | {code:,} | {count} |")


if __name__ == "__main__":
    main(Path(sys.argv[1] if sys.argv[1:] else "src"))
