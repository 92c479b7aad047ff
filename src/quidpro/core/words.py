"""Texts for one line: numbers of things, and names that may be long, or hold what cannot be shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

_LARGEST = 2**53
_LEGIBLE = 10**12
"""Numbers up to this are written out."""
_ODD = {line_breaks: re.compile(f"[^ -~{line_breaks}]") for line_breaks in ("", "\n")}
"""What may have to be escaped, in one line or in several."""


def printable(text: str, line_breaks: str = "") -> str:
    r"""The text with all that steers a terminal or hides, such as escape sequences and bidirectional marks, as JSON
    escapes it (``\u001b``); line breaks stay if they are named.
    """
    return text if text.isprintable() else _ODD[line_breaks].sub(_escape, text)


def _escape(odd: re.Match[str]) -> str:
    return odd[0] if odd[0].isprintable() else json.dumps(odd[0])[1:-1]


def split_unquoted(text: str, mark: str) -> list[str]:
    """The pieces of a text between marks, a regular expression, that do not stand inside double quotes."""
    found = [""]
    for piece in re.findall(r'"[^"]*"?|[^"]+', text):
        first, *others = [piece] if piece[0] == '"' else re.split(mark, piece)
        found[-1] += first
        found += others
    return found


def as_json(value: object, indent: int | None = None) -> str:
    """JSON that can be shown: exact, with letters of all languages as they are."""
    return printable(json.dumps(value, ensure_ascii=False, indent=indent), "\n")


def counted(number: int, noun: str, many: str = "") -> str:
    """``1 state``, ``2 states``; ``many`` is the plural where an s does not make it."""
    return f"{legible(number)} {noun if number == 1 else many or noun + 's'}"


def these(number: int, noun: str) -> str:
    """``this 1 action``, ``these 2 actions``."""
    return f"{'this' if number == 1 else 'these'} {counted(number, noun)}"


def legible(number: int) -> str:
    """All digits of a number that can be read, the power of ten of one that cannot."""
    if number <= _LEGIBLE:
        return f"{number:,}"
    digits, power = f"{Decimal(number):.1e}".split("e+")
    return f"{digits} × 10^{power}"


def exact_number(number: int) -> int | str:
    """For JSON: the number, or all its digits where it is too large for a reader that takes all for floating point."""
    return number if number <= _LARGEST else f"{Decimal(number):f}"


def magnitude(number: int) -> str:
    """``1,234``; of a number that nobody would read to its end ``6.87·10^49``."""
    if number < 10**12:
        return f"{number:,}"
    power = int((number.bit_length() - 1) * 0.30102999566398) - 5
    leading, exponent = f"{number // 10**power:.2e}".split("e")
    return f"{leading}·10^{power + int(exponent)}"


def rounded_down(number: int) -> int:
    """Its first three digits, then zeros: never more than the number, however it is written."""
    power = max(0, int((number.bit_length() - 1) * 0.30102999566398) - 2)
    unit: int = 10 ** (power + (number // 10**power >= 1_000))
    return number // unit * unit


def one_line(text: str, most: int = 60) -> str:
    """The text in one line, cut where it is longer than ``most`` letters."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= most else line[: most - 1] + "…"


def format_word(actions: Sequence[str], most: int = 40) -> str:
    """``⟨send, ack⟩``, cut where it has more than ``most`` actions."""
    shown = [*map(printable, actions[:most]), *(["…"] if len(actions) > most else [])]
    return f"⟨{', '.join(shown)}⟩"


def some(names: Sequence[str], most: int = 6) -> str:
    """``a, b, c``, cut where there are more names than ``most``."""
    return ", ".join([*names[:most], *(["…"] if len(names) > most else [])])


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant."""
    from difflib import get_close_matches  # takes longer to load than most messages to write

    return next(iter(get_close_matches(name, list(known), 1)), None)


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """``; did you mean NAME?``, or ``otherwise`` where no known name is near."""
    near = closest(name, known)
    return otherwise if near is None else f"; did you mean {near}?"


def labelled(name: str, known: Iterable[str]) -> list[str]:
    """Those of the known names that are this one with a label in front: ``c.1:CLIENT``."""
    return [one for one in known if one.endswith(f":{name}")]


def sized(kind: str, name: str, *sizes: str) -> str:
    """How an object shows itself: ``LTS(P: 2 states, 1 transition)``; without a name only its sizes."""
    text = ", ".join(sizes)
    return f"{kind}({': '.join(part for part in (one_line(name), text) if part)})"


def answer_repr(kind: str, system: str, property: str | None, outcome: str) -> str:
    """How an answer shows itself: ``Result(Channel, Order: holds)``."""
    return f"{kind}({one_line(system)}, {one_line(property or 'no ERROR')}: {outcome})"
