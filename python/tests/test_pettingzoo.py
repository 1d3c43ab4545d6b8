"""PettingZoo's own tests, for every game."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import bagatelle
from bagatelle.pettingzoo import TableEnv, env


@pytest.fixture(autouse=True)
def quiet() -> Any:
    """The tests of PettingZoo warn of dict observations, and of masks of agents that are not to act."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def test_api(name: str) -> None:
    api_test(env(name, limit=60), num_cycles=150)
    api_test(TableEnv(name, limit=60), num_cycles=150)


def test_seeds(name: str) -> None:
    seed_test(lambda: env(name, limit=60), num_cycles=150)


def test_parallel(name: str) -> None:
    parallel_api_test(turn_based_aec_to_parallel(env(name, limit=60)), num_cycles=150)
    parallel_seed_test(lambda: turn_based_aec_to_parallel(env(name)), num_cycles=150)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tables_of_any_size(seats: int) -> None:
    api_test(env("bulbous", None, {"seats": seats}, limit=80), num_cycles=200)


def test_a_game_is_played_to_its_end(name: str) -> None:
    table = env(name, limit=400)
    table.reset(seed=5)
    totals = dict.fromkeys(table.possible_agents, 0.0)
    ends = set()
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        totals[agent] += reward
        if termination or truncation:
            ends.add((termination, truncation))
            table.step(None)
        else:
            table.step(table.action_space(agent).sample(observation["action_mask"]))
    state = table.unwrapped.state_of_game
    assert ends == {(True, False)} if state.is_terminal() else {(False, True)}
    assert list(totals.values()) == state.returns()


def test_an_illegal_action_ends_the_game(name: str) -> None:
    table = env(name)
    table.reset(seed=1)
    agent = table.agent_selection
    mask = table.observe(agent)["action_mask"]
    table.step(int((mask == 0).argmax()))
    assert all(table.terminations.values())
    assert table._cumulative_rewards[agent] == -1
    raw = TableEnv(name)
    raw.reset(seed=1)
    with pytest.raises(bagatelle.IllegalAction):
        raw.step(int((mask == 0).argmax()))


def test_a_deal_is_chosen_by_its_seed(name: str) -> None:
    table = TableEnv(name, render_mode="svg")
    state = bagatelle.load_game(name).new_initial_state("42")
    for seed in ("42", 42, np.int64(42)):
        table.reset(options={"seed": seed})
        assert table.state_of_game == state
        assert table.render() == state.svg()
    table.reset(seed=7)
    deal = table.state_of_game
    table.reset(seed=int(np.int64(7)))
    assert table.state_of_game == deal
    with pytest.raises(ValueError, match="render_mode"):
        TableEnv(name, render_mode="human")


def test_the_state_is_what_all_seats_know(name: str) -> None:
    table = TableEnv(name)
    table.reset(seed=3)
    state = table.state()
    assert state.dtype == np.float32 and state in table.state_space
    rows = state.reshape(len(table.possible_agents), -1)
    for agent, row in zip(table.possible_agents, rows):
        assert np.array_equal(row, table.observe(agent)["observation"])
    assert np.array_equal(env(name).unwrapped.state_space.sample().shape, state.shape)
    with pytest.raises(TypeError, match="an action is an integer, not str"):
        table.step("pass")  # type: ignore[arg-type]
