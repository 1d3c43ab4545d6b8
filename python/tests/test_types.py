"""The stubs are those of the compiled part, and all of the package is typed; what stands in docstrings holds."""

from __future__ import annotations

import doctest
import inspect
import os
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
    done = subprocess.run([sys.executable, "-m", *command], cwd=FOLDER / "tests", env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_are_those_of_the_module() -> None:
    pytest.importorskip("mypy")
    run("mypy.stubtest", "bagatelle._core", "--mypy-config-file", str(FOLDER / "pyproject.toml"))


def test_all_is_typed() -> None:
    pytest.importorskip("mypy")
    run("mypy", "--config-file", str(FOLDER / "pyproject.toml"))


def test_everything_has_a_docstring() -> None:
    for item in (bagatelle.Game, bagatelle.State, bagatelle.Record, bagatelle.Batch):
        assert inspect.getdoc(item)
        for name, member in vars(item).items():
            if not name.startswith("_") and not isinstance(member, int):
                assert inspect.getdoc(member), f"{item.__name__}.{name}"


def test_examples_in_docstrings_hold() -> None:
    found = doctest.testmod(bagatelle)
    assert found.attempted > 3 and found.failed == 0
