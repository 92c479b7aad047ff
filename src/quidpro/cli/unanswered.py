"""What a program is told that asked for an answer and gets none, in the format that it asked for."""

from __future__ import annotations

from pathlib import Path

from quidpro.cli.exits import Document, Ending


def no_verdict(format: str, file: Path, method: str) -> Document | None:
    """Of ``check``; people read stderr."""

    def as_json(ending: Ending) -> str:
        from quidpro.report.refused import refused_check
        from quidpro.verdict.documents import indented

        return indented(refused_check(method, ending.reasons))

    def as_junit(ending: Ending) -> str:
        from quidpro.report.junit import refused_junit

        return refused_junit(str(file), ending.text)

    return {"json": as_json, "junit": as_junit}.get(format)


def no_certification(format: str) -> Document | None:
    """Of ``certify``."""

    def as_json(ending: Ending) -> str:
        from quidpro.report.refused import refused_certificate
        from quidpro.verdict.documents import indented

        return indented(refused_certificate(ending.reasons))

    return as_json if format == "json" else None
