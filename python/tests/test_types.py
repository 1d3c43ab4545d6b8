"""The stubs are those of the compiled part, all of the package is typed, and what stands in docstrings and
documents holds."""

from __future__ import annotations

import doctest
import importlib.util
import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bagatelle

FOLDER = Path(__file__).parent.parent


def run(*command: str) -> None:
    """Runs a module of Python in the folder of the package's sources and shows what it says if it fails."""
    # The compiled part lies where the package is installed, not beside its sources.
    environment = {**os.environ, "MYPYPATH": ""}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=FOLDER / "tests",
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_are_those_of_the_module() -> None:
    pytest.importorskip("mypy")
    run("mypy.stubtest", "bagatelle._core", "--mypy-config-file", str(FOLDER / "pyproject.toml"))


def test_all_is_typed() -> None:
    pytest.importorskip("mypy")
    run("mypy", "--config-file", str(FOLDER / "pyproject.toml"))


def test_everything_has_a_docstring() -> None:
    for item in (bagatelle.Game, bagatelle.State, bagatelle.SeatState, bagatelle.Record, bagatelle.Batch):
        assert inspect.getdoc(item)
        for name, member in vars(item).items():
            if not name.startswith("_") and not isinstance(member, int):
                assert inspect.getdoc(member), f"{item.__name__}.{name}"


def test_examples_in_docstrings_hold() -> None:
    for module, needed in (
        ("", ""),
        (".seat", ""),
        (".gymnasium", "gymnasium"),
        (".pettingzoo", "pettingzoo"),
        (".openspiel", "pyspiel"),
    ):
        if not needed or importlib.util.find_spec(needed):
            found = doctest.testmod(importlib.import_module(f"bagatelle{module}"))
            assert found.attempted > 3 and found.failed == 0, module


def test_examples_in_the_readme_run() -> None:
    blocks = re.findall("```python\n(.*?)```", (FOLDER / "README.md").read_text(), re.DOTALL)
    assert len(blocks) > 9
    names: dict[str, object] = {}
    for block in blocks:
        needed = [
            module
            for module in ("pettingzoo", "gymnasium", "open_spiel")
            if module.replace("_", "") in block.replace("_", "")
        ]
        if all(importlib.util.find_spec(module) for module in needed):
            exec(block, names)
    assert isinstance(names["batch"], bagatelle.Batch)


def test_examples_run() -> None:
    pytest.importorskip("pettingzoo")
    said = script("examples/tournament.py", "baju-duel", "3", "--games", "2", "--nodes", "50")
    assert said.startswith("program 3 of baju-duel:")
    figures = json.loads(script("bench/speed.py", "brain-burn", "--rounds", "1", "--json"))
    assert figures["game"] == "brain-burn" and figures["rust"] > 0 and figures["batch"] > 0


def script(*command: str) -> str:
    """Runs a script of the package's folder and returns what it prints."""
    done = subprocess.run([sys.executable, FOLDER / command[0], *command[1:]], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
