"""Many games side by side."""

from __future__ import annotations

import numpy as np
import pytest

import bagatelle
from bagatelle import Batch, IllegalAction


def test_arrays_have_their_shapes(name: str) -> None:
    game = bagatelle.load_game(name)
    batch = game.batch(5, "shapes")
    assert len(batch) == batch.games == 5
    assert batch.num_players() == game.num_players()
    numbers = batch.num_distinct_actions()
    assert numbers == game.num_distinct_actions()
    players, moves = batch.current_players(), batch.move_numbers()
    assert players.dtype == moves.dtype == np.int64 and players.shape == moves.shape == (5,)
    observations, mask = batch.observations(), batch.legal_actions_mask()
    assert observations.dtype == np.float32
    assert observations.shape == (5, game.observation_tensor_size())
    assert mask.dtype == np.int8 and mask.shape == (5, numbers)
    actions, ends = batch.legal_actions()
    assert actions.dtype == ends.dtype == np.int64 and ends.shape == (5,)
    rows = np.split(actions, ends[:-1])
    assert all(np.array_equal(np.flatnonzero(line), row) for line, row in zip(mask, rows))
    chosen = batch.sample()
    assert chosen.dtype == np.int64 and all(mask[place, action] for place, action in enumerate(chosen))
    rewards, standing = batch.step(chosen)
    assert rewards.dtype == np.float32 and rewards.shape == (5, game.num_players())
    assert standing.dtype == np.uint8 and standing.shape == (5,)
    assert batch.move_numbers().tolist() == [0 if now else 1 for now in standing]


def test_a_batch_plays_the_games_of_playouts(name: str) -> None:
    game = bagatelle.load_game(name)
    plies, returns = game.playouts(8, "same", 60)
    assert plies.dtype == np.int64 and returns.dtype == np.float32
    assert plies.shape == (8,) and returns.shape == (8, game.num_players())
    batch = game.batch(8, "same", 60)
    first: dict[int, tuple[int, list[float]]] = {}
    step = 0
    while len(first) < 8:
        step += 1
        rewards, standing = batch.step(batch.sample())
        for place in np.flatnonzero(standing):
            assert (standing[place] == Batch.CUT_OFF) <= (step % 60 == 0 or int(place) in first)
            first.setdefault(int(place), (step, rewards[place].tolist()))
    assert [first[place][0] for place in range(8)] == plies.tolist()
    assert [first[place][1] for place in range(8)] == returns.tolist()


def test_a_row_is_what_a_state_shows(name: str) -> None:
    game = bagatelle.load_game(name)
    batch = game.batch(3, "rows")
    for _ in range(10):
        _, standing = batch.step(batch.sample())
    observations = batch.observations()
    assert observations.shape[0] == 3 and (standing == Batch.RUNNING).any()
    assert np.isfinite(observations).all()
    assert (np.abs(observations).sum(axis=1) > 0).all()


def test_an_illegal_action_changes_nothing(name: str) -> None:
    batch = bagatelle.load_game(name).batch(3, "illegal")
    before, actions = batch.observations(), batch.sample()
    illegal = int(np.flatnonzero(batch.legal_actions_mask()[1] == 0)[0])
    with pytest.raises(IllegalAction, match=f"{illegal} is not the number of a legal action in game 1"):
        batch.step(np.array([actions[0], illegal, actions[2]]))
    assert np.array_equal(batch.observations(), before)
    with pytest.raises(ValueError, match="there are 3 games, and 2 actions were given"):
        batch.step(actions[:2])
    # Any stride will do.
    batch.step(np.repeat(actions, 2)[::2])


def test_actions_are_integers_of_any_kind_in_a_list_or_an_array(name: str) -> None:
    game = bagatelle.load_game(name)
    usual = game.batch(3, "kinds")
    actions = usual.sample()
    usual.step(actions)
    for kind in (np.int64, np.int32, np.uint32):
        for given in (actions.astype(kind), list(actions.astype(kind)), tuple(int(one) for one in actions)):
            other = game.batch(3, "kinds")
            other.step(given)
            assert np.array_equal(other.observations(), usual.observations())
    for wrong in (
        actions.astype(np.float32),
        [0.5, 1.0, 2.0],
        ["a", "b", "c"],
        actions.reshape(3, 1),
        7,
        None,
        [True, False, True],
    ):
        with pytest.raises(TypeError, match="actions are integers, one for each game"):
            usual.step(wrong)
    with pytest.raises(ValueError, match="there are 3 games, and 0 actions were given"):
        usual.step([])


def test_games_are_cut_off_at_the_limit(name: str) -> None:
    batch = bagatelle.load_game(name).batch(4, "limit", 3)
    for step in range(1, 10):
        rewards, standing = batch.step(batch.sample())
        over = standing == Batch.OVER
        assert not rewards[~over].any()
        if step == 3 and not over.any():
            assert (standing == Batch.CUT_OFF).all()


def test_the_last_observation_is_kept(name: str) -> None:
    game = bagatelle.load_game(name)
    batch, longer = game.batch(4, "last", 3), game.batch(4, "last", 1000)
    for _ in range(3):
        assert batch.final_observations()[0].size == 0
        actions = batch.sample()
        _, standing = batch.step(actions)
        _, goes_on = longer.step(actions)
    places, floats = batch.final_observations()
    assert places.tolist() == np.flatnonzero(standing).tolist() and places.dtype == np.int64
    assert floats.shape == (len(places), game.observation_tensor_size()) and floats.dtype == np.float32
    running = [row for row, place in enumerate(places) if goes_on[place] == Batch.RUNNING]
    assert running, "games that are cut off go on elsewhere"
    assert np.array_equal(floats[running], longer.observations()[places[running]])
    for player in range(game.num_players()):
        _, seen = batch.final_observations(player)
        assert np.array_equal(seen[running], longer.observations(player)[places[running]])
    assert batch.move_numbers().tolist() == [0 if now else 3 for now in standing]
    with pytest.raises(ValueError, match="there is no player 7"):
        batch.final_observations(7)
    with pytest.raises(ValueError, match="a batch has at least one game"):
        game.batch(0, 1)


def test_a_packed_mask_is_the_mask(name: str) -> None:
    batch = bagatelle.load_game(name).batch(3, "packed")
    packed, count = batch.legal_actions_packed(), batch.num_distinct_actions()
    assert packed.dtype == np.uint8 and packed.shape == (3, (count + 7) // 8)
    mask = np.unpackbits(packed, axis=1, count=count, bitorder="little")
    assert np.array_equal(mask, batch.legal_actions_mask())
