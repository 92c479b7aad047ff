"""``quidpro lsp``: the options and their help; the work is done by ``quidpro.lsp``."""

from __future__ import annotations

from typing import Annotated

import typer

from quidpro.cli.exits import Exit


def lsp(
    timeout: Annotated[float, typer.Option(min=0, metavar="S", help="Stop a check after this many seconds.")] = 60.0,
    memory: Annotated[float, typer.Option(min=0, metavar="MB", help="Stop a check at this many megabytes.")] = 4000.0,
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Talk over standard input and output, as it always does.")
    ] = False,
) -> int:
    """Help an editor with models, by the Language Server Protocol.

    Editors start it themselves; it tells what is wrong with a text while one types, knows its names, and checks what is
    asked. It needs the extra: pip install 'quidpro[lsp]'.
    """
    from quidpro.core.parts import require

    require("pygls")
    from quidpro.lsp.handlers import serve

    serve(timeout, memory)
    return Exit.HOLDS
