"""The page in the package is what its sources make, byte by byte, and comes with the licences of what it contains."""

import json
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
BUILT = files("quidpro.studio") / "web"


def test_every_package_is_pinned_and_no_registry_is_named():
    about = json.loads((WEB / "package.json").read_text())
    versions = [*about["dependencies"].values(), *about["devDependencies"].values()]
    assert all(version[0].isdigit() for version in versions)
    assert not (WEB / "package-lock.json").exists()
    assert "registry" not in (WEB / ".npmrc").read_text()


def test_the_licences_are_those_of_the_pinned_packages():
    shipped = (BUILT / "THIRD-PARTY-LICENSES.txt").read_text(encoding="utf-8")
    pinned = json.loads((WEB / "package.json").read_text())["dependencies"]
    contained = dict(re.findall(r"^(\S+) (\S+) \(MIT\)$", shipped, re.MULTILINE))
    assert {"@codemirror/view", "@codemirror/state", "style-mod"} <= set(contained)
    assert contained.items() <= pinned.items()
    assert shipped.count("Permission is hereby granted") == len(contained)


def test_the_page_takes_nothing_from_elsewhere():
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    assert "://" not in page
    assert "url(" not in (BUILT / "style.css").read_text(encoding="utf-8")
    assert str(WEB.parent) not in (BUILT / "bundle.js").read_text(encoding="utf-8")


@pytest.mark.slow
def test_building_again_gives_the_same_bytes(tmp_path):
    if shutil.which("node") is None or not (WEB / "node_modules").is_dir():
        pytest.skip("node or the packages of web/ are not installed: make studio-bundle")
    subprocess.run(["node", "build.mjs", str(tmp_path)], cwd=WEB, check=True, timeout=120)
    built = {entry.name: entry.read_bytes() for entry in BUILT.iterdir()}
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == built
