"""The pictures of the pages on learning, refinement and circular reasoning are those that the commands write."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pictures import Pictures

EXPLANATION = Path("docs/explanation")
PICTURES = [
    Pictures(
        EXPLANATION / "learning.md",
        EXPLANATION / "learning",
        "quidpro check examples/channel/channel_prime.lts --method lstar --learner lstar --no-reduce --no-candidates "
        "--orientation given --trace-iterations rounds",
    ),
    Pictures(
        EXPLANATION / "refinement.md",
        EXPLANATION / "refinement" / "channel",
        "quidpro check examples/channel/channel.lts --method agar --no-reduce --orientation given "
        "--trace-iterations rounds",
    ),
    Pictures(
        EXPLANATION / "refinement.md",
        EXPLANATION / "refinement" / "server",
        'quidpro check examples/client_server/client_server.lts --method agar --split "CLIENTS | SERVER" '
        "--alphabet refine --no-reduce --orientation given --trace-iterations rounds",
    ),
    Pictures(
        EXPLANATION / "circular.md",
        EXPLANATION / "circular",
        'quidpro check examples/in_out/in_out.lts --method circular --split "In | Out" --no-reduce '
        "--trace-iterations rounds",
    ),
]


@pytest.mark.parametrize("pictures", PICTURES, ids=lambda pictures: str(pictures.folder))
def test_pictures(pictures, tmp_path):
    pictures.assert_current(pictures.draw(tmp_path))
