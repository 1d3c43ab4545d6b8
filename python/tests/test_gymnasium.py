"""gymnasium's own tests for the solitaires, and games side by side."""

from __future__ import annotations

import json
import random
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", minversion="1.1")

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import bagatelle
from bagatelle.gymnasium import IDS, SolitaireEnv, TablesEnv, brain_burn_progress

SOLITAIRES = {env_id: name for env_id, name in IDS.items() if bagatelle.load_game(name).num_players() == 1}


@pytest.fixture(autouse=True)
def quiet() -> Any:
    """gymnasium warns of observations without bounds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def first(info: dict[str, Any]) -> int:
    """The first legal action."""
    return int(info["action_mask"].argmax())


def test_all_games_are_registered() -> None:
    assert sorted(IDS.values()) == sorted(bagatelle.games()) and len(SOLITAIRES) == 3
    assert {"bagatelle/BrainBurn-v0", "bagatelle/Burbuja-v0", "bagatelle/BajuPuzzle-v0"} == set(SOLITAIRES)
    assert set(IDS) <= set(gymnasium.registry)


@pytest.mark.parametrize("env_id", SOLITAIRES)
def test_gymnasium_accepts_them(env_id: str) -> None:
    for mode in (None, "svg", "ansi"):
        check_env(gymnasium.make(env_id, render_mode=mode).unwrapped, skip_render_check=mode is None)
    table = gymnasium.make(env_id, limit=40)
    observation, info = table.reset(seed=1)
    rng = random.Random(1)
    for _ in range(40):
        assert observation in table.observation_space
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, terminated, truncated, info = table.step(action)
        if terminated or truncated:
            break
    assert terminated or truncated


@pytest.mark.parametrize("env_id", SOLITAIRES)
def test_seeds_are_integers(env_id: str) -> None:
    table = SolitaireEnv(SOLITAIRES[env_id])
    state = table.game.new_initial_state("42")
    for seed in ("42", 42, np.int64(42)):
        observation, _ = table.reset(options={"seed": seed})
        assert table.state_of_game == state and np.array_equal(observation, state.observation_tensor(0))
    deals = [[table.reset(seed=seed)[0], table.reset()[0]] for seed in (5, 5, 6)]
    assert np.array_equal(deals[0], deals[1]) and not np.array_equal(deals[0], deals[2])
    with pytest.raises(ValueError, match="options may hold seed, not deal"):
        table.reset(options={"deal": 1})


def test_a_game_is_truncated_at_its_limit() -> None:
    table = SolitaireEnv("brain-burn", limit=3)
    _, info = table.reset(seed=1)
    ends = []
    for _ in range(3):
        *_, terminated, truncated, info = table.step(first(info))
        ends.append((terminated, truncated))
    assert ends == [(False, False), (False, False), (False, True)] and info["moves"] == 3
    with pytest.raises(ValueError, match="the game is over: reset the environment"):
        table.step(first(info))


def test_a_solved_game_is_worth_1() -> None:
    for shaped in (False, True):
        table = SolitaireEnv("brain-burn", shaped=shaped)
        observation, info = table.reset(options={"seed": 1})
        start = float(brain_burn_progress(observation))
        assert table.state_of_game is not None
        solution = table.state_of_game.solve(seconds=2)
        assert solution is not None and 0 <= start < 1
        rewards = []
        for text in solution.line:
            action = table.state_of_game.string_to_action(text)
            assert info["action_mask"][action] and table.action_masks()[action]
            observation, reward, terminated, truncated, info = table.step(np.int32(action))
            rewards.append(reward)
        assert terminated and not truncated and float(brain_burn_progress(observation)) == 1
        assert sum(rewards) == pytest.approx(1 + (1 - start) * shaped, abs=1e-4)
        assert any(rewards[:-1]) == shaped


def test_progress_is_what_the_view_says() -> None:
    state = bagatelle.load_game("brain-burn").new_initial_state(3)
    rng = random.Random(3)
    for _ in range(60):
        view = state.view(0)
        away = len(view["wrong_tiles"]) + len(view["wrong_coins"])
        assert float(brain_burn_progress(state.observation_tensor(0))) == pytest.approx(1 - away / 48)
        state.apply_action(rng.choice(state.legal_actions()))


def test_an_illegal_action_loses_or_raises() -> None:
    for name in SOLITAIRES.values():
        table = SolitaireEnv(name)
        _, info = table.reset(seed=2)
        illegal = int((info["action_mask"] == 0).argmax())
        _, reward, terminated, truncated, info = table.step(illegal)
        assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
        strict = SolitaireEnv(name, illegal="raise")
        strict.reset(seed=2)
        with pytest.raises(bagatelle.IllegalAction, match="is not the number of a legal action"):
            strict.step(illegal)
        with pytest.raises(TypeError, match="an action is an integer, not float"):
            strict.step(0.5)  # type: ignore[arg-type]


def test_drawings() -> None:
    table = SolitaireEnv("burbuja", render_mode="svg")
    table.reset(seed=1)
    assert table.render().startswith("<svg")
    table = SolitaireEnv("burbuja", render_mode="ansi")
    table.reset(seed=1)
    assert "tiles" in json.loads(table.render())
    tables = TablesEnv("burbuja", 2, render_mode="svg")
    tables.reset(seed=1)
    frames = tables.render()
    assert len(frames) == 2 and all(frame.startswith("<svg") for frame in frames)


def test_wrong_arguments_say_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="bulbous is for 4 players: use bagatelle.pettingzoo, or TablesEnv"):
        SolitaireEnv("bulbous")
    with pytest.raises(ValueError, match="only brain-burn has a shaped reward, not burbuja"):
        SolitaireEnv("burbuja", shaped=True)
    with pytest.raises(ValueError, match="limit must be at least 1"):
        SolitaireEnv("burbuja", limit=0)
    with pytest.raises(ValueError, match="render_mode must be None, svg or ansi, not 'human'"):
        SolitaireEnv("burbuja", render_mode="human")
    with pytest.raises(ValueError, match="illegal must be lose or raise, not 'pass'"):
        SolitaireEnv("burbuja", illegal="pass")
    with pytest.raises(ValueError, match="masks must be one of dense, packed, sparse, none, not 'bits'"):
        TablesEnv("burbuja", masks="bits")
    with pytest.raises(ValueError, match="num_envs must be at least 1"):
        TablesEnv("burbuja", 0)
    with pytest.raises(KeyError, match="there is no game “chess”"):
        SolitaireEnv("chess")
    table = SolitaireEnv("burbuja")
    for deed in (lambda: table.step(0), table.render, table.action_masks):
        with pytest.raises(ValueError, match="there is no game yet: reset the environment"):
            deed()
    with pytest.raises(ValueError, match="there are no games: reset the environment"):
        TablesEnv("burbuja").step([0])


def test_games_side_by_side_are_those_of_one(name: str) -> None:
    """Each game goes its own way, its last observation is kept, and a fresh deal follows in the same step."""
    env_id = next(env_id for env_id, known in IDS.items() if known == name)
    tables = gymnasium.make_vec(env_id, num_envs=3, limit=9)
    assert tables.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, infos = tables.reset(seed=4)
    batch = bagatelle.load_game(name).batch(3, int(np.random.default_rng(4).integers(2**63)), 9)
    assert np.array_equal(observations, batch.observations())
    rng = np.random.default_rng(1)
    ends = 0
    for step in range(40):
        assert observations in tables.observation_space
        chosen = [int(rng.choice(np.flatnonzero(mask))) for mask in infos["action_mask"]]
        acted = batch.current_players()
        rewards, standing = batch.step(chosen)
        given = [chosen, np.array(chosen, np.int32), tuple(chosen)][step % 3]
        observations, reward, terminated, truncated, infos = tables.step(given)
        assert np.array_equal(observations, batch.observations())
        assert np.array_equal(infos["action_mask"], batch.legal_actions_mask())
        assert reward.tolist() == rewards[np.arange(3), acted].tolist()
        assert np.array_equal(terminated, standing == 1) and np.array_equal(truncated, standing == 2)
        assert ("final_obs" in infos) == (standing != 0).any()
        if "final_obs" in infos:
            places, last = batch.final_observations()
            assert np.flatnonzero(infos["_final_obs"]).tolist() == places.tolist()
            for place, floats in zip(places, last):
                assert np.array_equal(infos["final_obs"][place], floats)
                ends += 1
            assert all(infos["final_obs"][place] is None for place in range(3) if place not in places)
        if batch.num_players() > 1:
            assert np.array_equal(infos["player"], batch.current_players())
            assert np.array_equal(infos["rewards"], rewards)
    assert ends > 3
    tables.close()


def test_shaped_rewards_side_by_side_end_with_the_game() -> None:
    tables = TablesEnv("brain-burn", 4, limit=7, shaped=True)
    alone = SolitaireEnv("brain-burn", limit=7, shaped=True)
    observations, infos = tables.reset(seed=1)
    rng = np.random.default_rng(2)
    before = brain_burn_progress(observations)
    for _ in range(20):
        chosen = [int(rng.choice(np.flatnonzero(mask))) for mask in infos["action_mask"]]
        observations, rewards, terminated, truncated, infos = tables.step(chosen)
        reached = [
            infos["final_obs"][place] if truncated[place] else observations[place] for place in range(4)
        ]
        after = brain_burn_progress(np.stack(reached))
        assert rewards == pytest.approx(after - before, abs=1e-6)
        before = brain_burn_progress(observations)
    assert alone.shaped


def test_masks_are_dense_packed_or_sparse() -> None:
    def infos(masks: str) -> dict[str, Any]:
        return TablesEnv("bambam-booboo", 2, masks=masks).reset(seed=1)[1]

    dense = infos("dense")["action_mask"]
    packed = infos("packed")["action_mask_packed"]
    assert packed.nbytes * 7 < dense.nbytes
    assert np.array_equal(np.unpackbits(packed, axis=1, count=dense.shape[1], bitorder="little"), dense)
    sparse = infos("sparse")
    rows = np.split(sparse["legal_actions"], sparse["legal_ends"][:-1])
    assert all(np.array_equal(np.flatnonzero(mask), row) for mask, row in zip(dense, rows))
    assert not any("action" in key for key in infos("none"))


def test_an_illegal_action_side_by_side_changes_nothing() -> None:
    tables = TablesEnv("baju-duel", 2)
    observations, infos = tables.reset(seed=1)
    illegal = int((infos["action_mask"][1] == 0).argmax())
    with pytest.raises(bagatelle.IllegalAction, match="in game 1 of the batch"):
        tables.step([int(infos["action_mask"][0].argmax()), illegal])
    with pytest.raises(ValueError, match="there are 2 games, and 3 actions were given"):
        tables.step([0, 0, 0])
