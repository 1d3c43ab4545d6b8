"""OpenSpiel's own tests and algorithms, on all games and on those that are small enough to be worked out."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    minimax,
    outcome_sampling_mccfr,
)
from open_spiel.python.policy import UniformRandomPolicy

import bagatelle
from bagatelle import openspiel

#: What every action equally often loses, and is worth to seat 0, in points: `cargo run --release -p
#: bagatelle-bulbous --example bulbous_exploit -- four`.
UNIFORM = {"R3 R5 B4 WC/R1": (1.885714286, 0.0), "four": (3.731428571, 0.0)}


#: The smallest cut-down game: 36 information sets, 397 positions.
TINY = "bulbous(cut=R3 R5 B4 WC/R1)"


def spiel(name: str) -> str:
    return "bagatelle_" + name.replace("-", "_")


def step(state: Any, rng: random.Random) -> None:
    """Takes a random action, or lets chance act."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(outcomes, chances)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def played(game: Any, actions: int, seed: int = 1) -> Any:
    state, rng = game.new_initial_state(), random.Random(seed)
    while actions and not state.is_terminal():
        actions -= not state.is_chance_node()
        step(state, rng)
    return state


def decision(game: Any, actions: int = 0, seed: int = 1) -> Any:
    """A position in which a player is to act."""
    state, rng = played(game, actions, seed), random.Random(seed)
    while state.is_chance_node():
        step(state, rng)
    return state


def test_all_games_are_registered(name: str) -> None:
    game = pyspiel.load_game(spiel(name))
    table = bagatelle.load_game(name)
    kind = game.get_type()
    assert kind.short_name == spiel(name) in pyspiel.registered_names() and kind.long_name == table.title
    assert game.num_players() == table.num_players()
    assert game.num_distinct_actions() == table.num_distinct_actions()
    assert game.max_game_length() == 1000 and game.policy_tensor_shape() == [table.num_distinct_actions()]
    assert game.observation_tensor_shape() == table.observation_tensor_shape()
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, table.utility_sum())
    perfect = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert perfect == (not table.hidden)
    assert len(game.new_initial_states()) == 1
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_openspiel_accepts_them(name: str) -> None:
    options = "(seats=2,limit=150)" if name == "bulbous" else "(limit=80)"
    pyspiel.random_sim_test(
        pyspiel.load_game(spiel(name) + options), num_sims=2, serialize=True, verbose=False
    )


@pytest.mark.parametrize(
    "text",
    [
        "bulbous(cut=four)",
        "bulbous(cut=five,utility=points)",
        "bulbous(limit=60,draws=5)",
        "burbuja(deal=7,limit=60)",
    ],
)
def test_openspiel_accepts_variants(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game("bagatelle_" + text), num_sims=3, serialize=True, verbose=False)


def test_a_game_is_the_same_game(name: str) -> None:
    game = pyspiel.load_game(spiel(name) + "(limit=60)")
    state = played(game, 25)
    table = state.table
    assert state.current_player() == table.current_player() and state.legal_actions() == table.legal_actions()
    for player in range(game.num_players()):
        assert state.observation_string(player) == table.observation_string(player)
        assert table.information_state_string(player) in state.information_state_string(player)
        assert np.array_equal(state.observation_tensor(player), table.observation_tensor(player))
        assert state.legal_actions_mask(player) == table.legal_actions_mask(player).tolist()
    action = state.legal_actions()[0]
    assert state.action_to_string(action) == table.action_to_string(action)
    assert state.is_player_node() and not state.is_simultaneous_node() and not state.is_initial_state()
    child = state.child(action)
    assert child.history() == [*state.history(), action] and child.move_number() == state.move_number() + 1
    with pytest.raises(Exception):
        state.apply_action_with_legality_check(game.num_distinct_actions() + 5)
    end = played(game, 60)
    assert (
        end.is_terminal() and end.legal_actions() == [] and end.current_player() == pyspiel.PlayerId.TERMINAL
    )
    assert end.returns() == end.rewards() == (end.table.returns())


def test_the_deal_is_a_chance_node(name: str) -> None:
    one_start = bagatelle.load_game(name).deals() is not None
    game = openspiel.load_game(name)
    first = game.new_initial_state()
    assert first.is_chance_node() != one_start and first.is_initial_state()
    if not one_start:
        assert (
            len(first.chance_outcomes()) == len(first.legal_actions()) == 10_000 == game.max_chance_outcomes()
        )
        assert first.observation_string(0) == "before the deal" and not np.any(first.observation_tensor(0))
        sampled = openspiel.load_game(name, draws=0).new_initial_state()
        assert sampled.chance_outcomes() == [(0, 1.0)] and sampled.legal_actions() == [0]
        texts = {str(sampled.child(0)) for _ in range(5)}
        assert len(texts) == 5, "each is another deal"
        several = openspiel.load_game(name, draws=6).new_initial_state()
        assert several.chance_outcomes() == [(n, 1 / 6) for n in range(6)]
        assert str(several.child(3)) == str(several.child(3)) != str(several.child(4))
        repeated = [
            str(openspiel.load_game(name, draws=0, rng_seed=5).new_initial_state().child(0)) for _ in range(2)
        ]
        assert repeated[0] == repeated[1]
    fixed = openspiel.load_game(name, deal=7).new_initial_state()
    assert not fixed.is_chance_node() and fixed.table == bagatelle.load_game(name).new_initial_state("7")


def test_chance_has_its_outcomes_where_they_can_be_listed() -> None:
    game = openspiel.load_game("bulbous(cut=five)")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    state = game.new_initial_state()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 30 and sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert len({str(state.child(outcome)) for outcome, _ in outcomes}) == 30
    shuffles = 0
    for seed in range(300):
        state, rng = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            if state.is_chance_node() and not state.is_initial_state():
                outcomes = state.chance_outcomes()
                assert sum(chance for _, chance in outcomes) == pytest.approx(1)
                assert len(outcomes) <= game.max_chance_outcomes()
                assert len({str(state.child(outcome)) for outcome, _ in outcomes}) == len(outcomes)
                assert state.action_to_string(0).startswith("~")
                shuffles += 1
            step(state, rng)
        assert state.move_number() < game.max_game_length()
    assert shuffles > 3
    sampled = openspiel.load_game("bulbous", draws=0)
    assert sampled.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    with pytest.raises(Exception, match="30 is no outcome of the deal: there are 30, from 0"):
        game.new_initial_state().apply_action(30)


def test_information_states() -> None:
    game = openspiel.load_game("bulbous(cut=five)", memory=20)
    size = game.table.observation_tensor_size()
    assert game.information_state_tensor_shape() == [21 * size]
    rng = random.Random(1)
    texts: dict[str, bytes] = {}
    for seed in range(40):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                player = state.current_player()
                tensor = np.array(state.information_state_tensor(player), np.float32).tobytes()
                # The same text, the same tensor.
                assert texts.setdefault(state.information_state_string(player), tensor) == tensor
            step(state, rng)
    assert len(set(texts.values())) == len(texts) > 100, "other texts, other tensors"
    observer = game.make_observer(pyspiel.IIGObservationType(perfect_recall=False), {})
    assert observer is not None
    own = openspiel.Observer(game, pyspiel.IIGObservationType(perfect_recall=True), None)
    state = decision(game, 2)
    own.set_from(state, 0)
    assert own.dict["hand"].sum() == len(state.table.view(0)["hand"]) and own.dict["memory"].any()
    without = openspiel.load_game("bulbous", memory=-1)
    assert not without.get_type().provides_information_state_tensor


def test_resampling_keeps_what_a_player_knows(name: str) -> None:
    game = openspiel.load_game(name, limit=100)
    state = decision(game, 20)
    player = state.current_player()
    tables = []
    for _ in range(8):
        other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions() and other.history() == []
        tables.append(other.table.clone())
        while not other.is_terminal():
            step(other, random.Random(1))
    assert all(table == tables[0] for table in tables) != game.table.hidden
    with pytest.raises(ValueError, match="a state that was resampled cannot be written"):
        state.resample_from_infostate(player).serialize()
    cut = openspiel.load_game("bulbous(cut=five)")
    state = decision(cut, 3)
    other = state.resample_from_infostate(0, random.random)
    assert other.information_state_tensor(0) == state.information_state_tensor(0)


def test_states_are_written_and_read(name: str) -> None:
    for params in ({}, {"draws": 4}, {"deal": 5}):
        game = openspiel.load_game(name, limit=60, **params)
        for actions in (0, 1, 20):
            state = decision(game, actions) if actions else game.new_initial_state()
            again = game.deserialize_state(state.serialize())
            assert str(again) == str(state) and again.history() == state.history()
            assert again.legal_actions() == state.legal_actions()
            assert pickle.loads(pickle.dumps(state)).history() == state.history()
            same_game, same = pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(game, state)
            )
            assert str(same) == str(state) and str(same_game) == str(game)


def test_a_bad_text_of_a_state_says_what_is_wrong() -> None:
    game = openspiel.load_game("baju-duel")
    document = json.loads(decision(game, 3).serialize())

    def read(**change: Any) -> None:
        game.deserialize_state(json.dumps({**document, **change}))

    for text in ("", "[]", "{}", '{"bagatelle-openspiel": 1}'):
        with pytest.raises(ValueError, match="this is not a state that State.serialize wrote"):
            game.deserialize_state(text)
    with pytest.raises(
        ValueError, match="written in format 9 by version 7.0.0; this version, .*, reads format 1"
    ):
        read(**{"bagatelle-openspiel": 9, "version": "7.0.0"})
    with pytest.raises(ValueError, match="this state is one of bagatelle_chess"):
        read(game="bagatelle_chess()")
    with pytest.raises(ValueError, match="this state does not fit the rules"):
        read(history=[[0, 0]] * 3)
    with pytest.raises(ValueError, match="another player is to act"):
        read(history=[[1, 0]] * 3)


def test_undoing_leads_back(name: str) -> None:
    game = openspiel.load_game(name, limit=100, draws=3)
    state = decision(game, 12)
    states = []
    while not state.is_initial_state():
        states.append((str(state), state.history(), state.full_history()[-1]))
        last = states[-1][2]
        with pytest.raises(ValueError, match="the last action was not"):
            state.undo_action(last.player, last.action + 1)
        state.undo_action(last.player, last.action)
    assert str(state) == str(game.new_initial_state()) and state.history() == [] and state.move_number() == 0
    for text, history, last in reversed(states):
        state.apply_action(last.action)
        assert (str(state), state.history()) == (text, history) and str(state.clone()) == text
        assert state.clone().history() == history and state.move_number() == len(history)


def test_records_begin_games() -> None:
    game = openspiel.load_game("baju-duel")
    table = decision(game, 4).table
    state = game.new_initial_state(table.record().write())
    assert state.table == table and state.legal_actions() == table.legal_actions()


@pytest.mark.parametrize("cut", UNIFORM)
def test_exploitability_is_that_of_the_program(cut: str) -> None:
    """`bulbous_exploit` works the same games out in Rust."""
    game = pyspiel.load_game(f"bagatelle_bulbous(cut={cut},utility=points)")
    loses, worth = UNIFORM[cut]
    uniform = UniformRandomPolicy(game)
    assert exploitability.exploitability(game, uniform) == pytest.approx(loses, abs=1e-6)
    value = expected_game_score.policy_value(game.new_initial_state(), [uniform, uniform])
    assert value == pytest.approx([worth, -worth], abs=1e-6)


def test_cfr_finds_an_equilibrium() -> None:
    game = openspiel.load_game(TINY, utility="points")
    solver = cfr.CFRPlusSolver(game)
    assert exploitability.exploitability(game, UniformRandomPolicy(game)) > 1.8
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.01
    # The program in Rust finds a worth of 0.000 for both seats.
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value == pytest.approx([0, 0], abs=0.01)


@pytest.mark.parametrize(
    "kind", [outcome_sampling_mccfr.OutcomeSamplingSolver, external_sampling_mccfr.ExternalSamplingSolver]
)
def test_sampled_cfr_runs(kind: Any) -> None:
    np.random.seed(1)
    solver = kind(openspiel.load_game(TINY))
    for _ in range(30):
        solver.iteration()
    policy = solver.average_policy()
    state = decision(solver._game)
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


def test_ismcts_plays_honestly() -> None:
    random_state = np.random.RandomState(1)
    for name in ("bulbous(seats=2)", "bulbous(cut=five)", "burbuja"):
        game = openspiel.load_game(name, limit=60)
        bot = ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, random_state), 2.0, 25, random_state=random_state
        )
        state = decision(game, 2)
        assert bot.step(state) in state.legal_actions()


def test_mcts_wins_against_random_play() -> None:
    game = openspiel.load_game("baju-duel", limit=200)
    random_state = np.random.RandomState(3)
    bot = mcts.MCTSBot(game, 1.4, 60, mcts.RandomRolloutEvaluator(1, random_state), random_state=random_state)
    state, rng = game.new_initial_state(), random.Random(3)
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert state.returns()[0] == 1.0


def test_alpha_beta_searches() -> None:
    game = openspiel.load_game("baju-duel")
    state = decision(game, 6)
    value, action = minimax.alpha_beta_search(game, state, lambda _: 0.0, 2, state.current_player())
    assert action in state.legal_actions() and -1 <= value <= 1
    puzzle = openspiel.load_game("burbuja", deal=1)
    value, action = minimax.expectiminimax(puzzle.new_initial_state(), 1, lambda _: 0.25, 0)
    assert value == 0.25 and action in puzzle.new_initial_state().legal_actions()


@pytest.mark.parametrize("text", ["bulbous(seats=2)", "bulbous(cut=five)", "baju-duel", "brain-burn"])
def test_rl_environment_runs(text: str) -> None:
    table = rl_environment.Environment(openspiel.load_game(text, limit=80), include_full_state=True)
    rng = random.Random(1)
    now = table.reset()
    while not now.last():
        player = now.observations["current_player"]
        now = table.step([rng.choice(now.observations["legal_actions"][player])])
    assert len(now.rewards) == table.num_players


def test_the_rest_of_a_game_can_be_worked_out() -> None:
    """Three coins are left: what a player who knows no more than the view can be sure of."""
    state = last_coins(3)
    game = openspiel.subgame(state, limit=20)
    first = game.new_initial_state()
    worlds = state.worlds()
    assert worlds is not None and first.is_chance_node() and len(first.chance_outcomes()) == len(worlds) > 1
    for outcome, chance in first.chance_outcomes():
        child = first.child(outcome)
        assert child.information_state_string(0).endswith(state.information_state_string(0))
        assert chance == pytest.approx(1 / len(worlds))
    counts = Counter(str(first.child(outcome)) for outcome, _ in first.chance_outcomes())
    assert len(counts) == len(worlds)


def last_coins(count: int) -> bagatelle.State:
    """A game of Burbuja in which no more than this many coins are left, and something is unseen."""
    for seed in range(500):
        state, rng = bagatelle.load_game("burbuja").new_initial_state(seed), random.Random(seed)
        while not state.is_terminal():
            worlds = state.worlds(0, 50)
            if state.move_number() > 30 and worlds is not None and len(worlds) > 1:
                return state
            state.apply_action(rng.choice(state.legal_actions()))
    raise AssertionError("no such game")


def test_wrong_parameters_say_what_is_wrong() -> None:
    for params, why in [
        ({"utility": "money"}, "utility is result or points, not money"),
        ({"limit": 0}, "limit is at least 1, or -1, not 0"),
        ({"deal": -2}, "deal is a seed of 0 or more, or -1, not -2"),
        ({"draws": -1}, "draws is 0 or more, not -1"),
        ({"memory": -2}, "memory is 0 or more, or -1, not -2"),
        ({"speed": 1}, "there is no parameter speed; there are deal, draws"),
    ]:
        with pytest.raises(ValueError, match=why):
            openspiel.load_game("bulbous", **params)
    with pytest.raises(ValueError, match="burbuja has no points"):
        openspiel.load_game("burbuja", utility="points")
    with pytest.raises(KeyError, match="there is no game “chess”"):
        openspiel.load_game("chess")
    with pytest.raises(ValueError, match="is no cut-down game"):
        openspiel.load_game("bulbous(cut=seven)")
    with pytest.raises(ValueError, match="chance is not to act"):
        decision(openspiel.load_game("baju-duel")).chance_outcomes()
    with pytest.raises(Exception):
        pyspiel.load_game("bagatelle_bulbous(tempo=3)")
    with pytest.raises(ValueError, match="with or without what one player knows"):
        openspiel.Observer(
            openspiel.load_game("bulbous"),
            pyspiel.IIGObservationType(
                perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
            ),
            None,
        )
