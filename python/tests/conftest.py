"""What the tests share."""

from __future__ import annotations

import random

import pytest

import bagatelle


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with the argument ``name`` runs for every game."""
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", bagatelle.games())


def play(state: bagatelle.State, actions: int, seed: int = 1) -> bagatelle.State:
    """Takes random actions until the game is over."""
    rng = random.Random(seed)
    for _ in range(actions):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state
